// CONSTRUCT: a maximum kept in a std::atomic by a load and a store
#include <atomic>
#include <cstdio>
#include <raddle.h>
#include <thread>

static std::atomic<int> maximum{1};

static void seen(int value) {
    RADDLE_ATOMIC;
    if (maximum.load() < value) // TORN!
        maximum.store(value); // TORN!
}

int main() {
    std::thread a([] { seen(3); }), b([] { seen(8); });
    a.join();
    b.join();
    std::printf("%d\n", maximum.load());
    return 0;
}
