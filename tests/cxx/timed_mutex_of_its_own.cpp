// CONSTRUCT: each object has a timed_mutex, but what it guards is static: two objects, two locks, one total
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

class Meter {
public:
    void add(int amount) {
        std::unique_lock held(lock_, std::chrono::seconds(10));
        assert(held.owns_lock()); // HOLDS
        total += amount;
    }

    static inline int total = 0;

private:
    std::timed_mutex lock_;
};

int main() {
    Meter water, power;
    std::thread a([&] { water.add(2); });
    std::thread b([&] { power.add(3); });
    a.join();
    b.join();
    assert(Meter::total >= 2); // HOLDS
    assert(Meter::total == 5); // FAILS
    return 0;
}
