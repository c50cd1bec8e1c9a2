// CONSTRUCT: a small pool: jobs in a queue, results behind a lock, workers joined in the destructor
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class Pool {
  public:
    explicit Pool(int workers) {
        for (int i = 0; i < workers; i++)
            threads_.emplace_back([this] { work(); });
    }
    ~Pool() {
        {
            std::lock_guard guard(lock_);
            closing_ = true;
        }
        changed_.notify_all();
        for (std::thread &thread : threads_)
            thread.join();
    }
    void submit(std::function<void()> job) {
        {
            std::lock_guard guard(lock_);
            jobs_.push_back(std::move(job));
        }
        changed_.notify_one();
    }

  private:
    void work() {
        for (;;) {
            std::unique_lock guard(lock_);
            changed_.wait(guard, [this] { return closing_ || !jobs_.empty(); });
            if (jobs_.empty()) return;
            auto job = std::move(jobs_.front());
            jobs_.pop_front();
            guard.unlock();
            job();
        }
    }

    std::mutex lock_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> jobs_;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

int main() {
    std::mutex lock;
    int sum = 0;
    {
        Pool pool(2);
        for (int i = 1; i <= 2; i++)
            pool.submit([&, i] {
                std::lock_guard guard(lock);
                sum += i;
            });
    }
    return sum == 3 ? 0 : 1;
}
