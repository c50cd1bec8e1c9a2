// CONSTRUCT: a pool with shutdown: submit throws where the pool was closed after it was found open
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

class Pool {
public:
    bool stopped() {
        std::lock_guard guard(mutex_);
        return stopped_;
    }
    void submit(int job) {
        std::lock_guard guard(mutex_);
        if (stopped_) // FAILS failure
            throw std::runtime_error("submit on a stopped pool");
        jobs_.push_back(job);
    }
    void stop() {
        std::lock_guard guard(mutex_);
        stopped_ = true;
        jobs_.clear();
    }

private:
    std::mutex mutex_;
    std::vector<int> jobs_;
    bool stopped_ = false;
};

int main() {
    Pool pool;
    std::thread owner([&pool] { pool.stop(); });
    std::thread client([&pool] {
        if (!pool.stopped())
            pool.submit(1);
    });
    owner.join();
    client.join();
    return 0;
}
