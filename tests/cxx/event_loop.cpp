// CONSTRUCT: an event loop that runs what others post; the last event ends it
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

class Loop {
public:
    void post(std::function<void()> event) {
        std::lock_guard guard(lock_);
        events_.push_back(std::move(event));
        posted_.notify_one();
    }

    void run() {
        while (!quit_) {
            std::function<void()> event;
            {
                std::unique_lock held(lock_);
                posted_.wait(held, [this] { return !events_.empty(); });
                event = std::move(events_.front());
                events_.pop_front();
            }
            event();
        }
    }

    void quit() {
        post([this] { quit_ = true; });
    }

private:
    std::mutex lock_;
    std::condition_variable posted_;
    std::deque<std::function<void()>> events_;
    bool quit_ = false;
};

int main() {
    Loop loop;
    int clicks = 0;
    std::thread runner([&] { loop.run(); });
    std::thread user([&] {
        loop.post([&] { clicks += 1; });
        loop.post([&] { clicks += 1; });
        loop.quit();
    });
    user.join();
    runner.join();
    assert(clicks == 2); // HOLDS
    return 0;
}
