// CONSTRUCT: unique_lock unlocked early: the second half of the update is outside
#include <cassert>
#include <mutex>
#include <thread>

class Histogram {
public:
    void add(int value) {
        std::unique_lock<std::mutex> held(lock_);
        sum_ += value;
        held.unlock();
        count_ += 1;
    }

    int sum() const { return sum_; }
    int count() const { return count_; }

private:
    std::mutex lock_;
    int sum_ = 0, count_ = 0;
};

int main() {
    Histogram histogram;
    std::thread a([&] { histogram.add(5); });
    std::thread b([&] { histogram.add(6); });
    a.join();
    b.join();
    assert(histogram.sum() == 11); // HOLDS
    assert(histogram.count() == 2); // FAILS
    return 0;
}
