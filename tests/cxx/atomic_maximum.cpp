// CONSTRUCT: the maximum kept with a comparison and a store instead of a compare_exchange loop
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> highest{0};

static void offer(int bid) {
    if (bid > highest.load()) highest.store(bid);
}

int main() {
    std::thread a(offer, 5), b(offer, 7);
    a.join();
    b.join();
    assert(highest >= 5); // HOLDS
    assert(highest == 7); // FAILS
    return 0;
}
