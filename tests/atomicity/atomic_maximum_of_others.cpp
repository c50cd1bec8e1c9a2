// CONSTRUCT: the same with one writer: who only looks, and finds it large enough at any time, disturbs nobody
#include <atomic>
#include <cstdio>
#include <raddle.h>
#include <thread>

static std::atomic<int> maximum{5};

static void seen(int value) {
    RADDLE_ATOMIC;
    if (maximum.load() < value) // ATOMIC: 5 and 8 are not below 3
        maximum.store(value);
}

int main() {
    std::thread a([] { seen(8); }), b([] { seen(3); });
    a.join();
    b.join();
    std::printf("%d\n", maximum.load());
    return 0;
}
