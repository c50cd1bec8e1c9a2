// CONSTRUCT: the maximum kept with a compare_exchange loop
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> highest{0};

static void offer(int bid) {
    int seen = highest.load();
    while (bid > seen && !highest.compare_exchange_weak(seen, bid)) {
    }
}

int main() {
    std::thread a(offer, 5), b(offer, 7);
    a.join();
    b.join();
    assert(highest == 7); // HOLDS
    return 0;
}
