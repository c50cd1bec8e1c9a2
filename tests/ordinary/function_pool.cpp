// A thread pool of std::function with futures for the results, as everybody has written it once.
// BUG: deadlock: who waits for jobs is not told that there will be none
#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
#ifndef N
#define N 5
#endif

class Pool {
public:
    explicit Pool(int count) {
        for (int i = 0; i < count; i++)
            workers_.emplace_back([this] { work(); });
    }
    ~Pool() {
        {
            std::lock_guard<std::mutex> held(lock_);
            is_over_ = true;
        }
#ifdef BUG
        changed_.notify_one();
#else
        changed_.notify_all();
#endif
        for (auto &worker : workers_)
            worker.join();
    }
    std::future<int> submit(std::function<int()> job) {
        auto task = std::make_shared<std::packaged_task<int()>>(std::move(job));
        auto result = task->get_future();
        {
            std::lock_guard<std::mutex> held(lock_);
            jobs_.push([task] { (*task)(); });
        }
        changed_.notify_one();
        return result;
    }

private:
    void work() {
        for (;;) {
            std::function<void()> job;
            {
                std::unique_lock<std::mutex> held(lock_);
                changed_.wait(held, [this] { return is_over_ || !jobs_.empty(); });
                if (jobs_.empty())
                    return;
                job = std::move(jobs_.front());
                jobs_.pop();
            }
            job();
        }
    }
    std::mutex lock_;
    std::condition_variable changed_;
    std::queue<std::function<void()>> jobs_;
    bool is_over_ = false;
    std::vector<std::thread> workers_;
};

int main() {
    Pool pool(2);
    std::vector<std::future<int>> results;
    for (int i = 0; i < N; i++)
        results.push_back(pool.submit([i] { return i * i; }));
    for (int i = 0; i < N; i++)
        assert(results[i].get() == i * i);
}
