// CONSTRUCT: atomic<double>::fetch_add
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<double> sum{0.0};

int main() {
    std::thread a([] { sum.fetch_add(0.5); });
    std::thread b([] { sum += 0.25; });
    a.join();
    b.join();
    assert(sum.load() == 0.75); // HOLDS
    return 0;
}
