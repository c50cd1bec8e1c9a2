// CONSTRUCT: atomic<struct of 8 bytes>: each load and store is whole, the update is not
#include <atomic>
#include <cassert>
#include <thread>

struct Range {
    int low, high;
};

static std::atomic<Range> range{Range{0, 10}};

static void grow(int by) {
    Range now = range.load();
    now.low -= by;
    now.high += by;
    range.store(now);
}

int main() {
    std::thread a(grow, 1), b(grow, 2);
    a.join();
    b.join();
    Range end = range.load();
    assert(end.low + end.high == 10); // HOLDS
    assert(end.high == 13); // FAILS
    return 0;
}
