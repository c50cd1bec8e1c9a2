// CONSTRUCT: the shared lock is given back before the exclusive one is taken: what was read is stale
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

class Statistics {
public:
    void record(int value) {
        int sum;
        {
            std::shared_lock reading(lock_);
            sum = sum_;
        }
        std::unique_lock writing(lock_);
        sum_ = sum + value;
    }

    int sum() const {
        std::shared_lock reading(lock_);
        return sum_;
    }

private:
    mutable std::shared_mutex lock_;
    int sum_ = 0;
};

int main() {
    Statistics statistics;
    std::thread a([&] { statistics.record(3); });
    std::thread b([&] { statistics.record(4); });
    a.join();
    b.join();
    assert(statistics.sum() > 0); // HOLDS
    assert(statistics.sum() == 7); // FAILS
    return 0;
}
