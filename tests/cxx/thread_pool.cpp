// CONSTRUCT: a thread pool that drains its queue when it is told to stop
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
public:
    explicit Pool(int size) {
        for (int i = 0; i < size; i++) workers_.emplace_back([this] { work(); });
    }

    ~Pool() {
        {
            std::lock_guard held(lock_);
            stopping_ = true;
        }
        changed_.notify_all();
        for (std::thread &worker : workers_) worker.join();
    }

    void submit(std::function<void()> task) {
        {
            std::lock_guard held(lock_);
            tasks_.push(std::move(task));
        }
        changed_.notify_one();
    }

private:
    void work() {
        for (;;) {
            std::unique_lock held(lock_);
            changed_.wait(held, [this] { return stopping_ || !tasks_.empty(); });
            if (tasks_.empty()) return;
            std::function<void()> task = std::move(tasks_.front());
            tasks_.pop();
            held.unlock();
            task();
        }
    }

    std::mutex lock_;
    std::condition_variable changed_;
    std::queue<std::function<void()>> tasks_;
    bool stopping_ = false;
    std::vector<std::thread> workers_;
};

int main() {
    std::mutex lock;
    int sum = 0;
    {
        Pool pool(2);
        for (int i = 1; i <= 3; i++) {
            pool.submit([&, i] {
                std::lock_guard held(lock);
                sum += i;
            });
        }
    }
    assert(sum == 6); // HOLDS
    return 0;
}
