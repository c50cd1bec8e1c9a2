// An actor with a mailbox: messages in a queue, taken out by its thread until it is told to stop.
// BUG: deadlock: it is told to stop between its look and its wait
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
#ifndef N
#define N 5
#endif

class Actor {
public:
    Actor() : thread_([this] { run(); }) {}
    void send(int message) {
        std::lock_guard<std::mutex> held(lock_);
        messages_.push(message);
        changed_.notify_one();
    }
    int stop() {
        {
#ifndef BUG
            std::lock_guard<std::mutex> held(lock_);
#endif
            is_over_ = true;
        }
        changed_.notify_one();
        thread_.join();
        return sum_;
    }

private:
    void run() {
        std::unique_lock<std::mutex> held(lock_);
        for (;;) {
            while (messages_.empty() && !is_over_)
                changed_.wait(held);
            if (messages_.empty())
                return;
            int message = messages_.front();
            messages_.pop();
            held.unlock();
            sum_ += message;
            held.lock();
        }
    }
    std::mutex lock_;
    std::condition_variable changed_;
    std::queue<int> messages_;
    std::atomic<bool> is_over_{false};
    int sum_ = 0;
    std::thread thread_;
};

int main() {
    Actor actor;
    std::thread other([&actor] {
        for (int i = 1; i <= N; i++)
            actor.send(i);
    });
    for (int i = 1; i <= N; i++)
        actor.send(10 * i);
    other.join();
    assert(actor.stop() == 11 * N * (N + 1) / 2);
}
