// CONSTRUCT: atomic<struct of 16 bytes> (cmpxchg16b): a pointer with a version, changed by compare_exchange loops
// FLAGS: -mcx16 -latomic
#include <atomic>
#include <cassert>
#include <thread>

struct alignas(16) Tagged {
    const int *place;
    unsigned long version;
};

static const int values[3] = {0, 1, 2};
static std::atomic<Tagged> current{Tagged{&values[0], 0}};

static void step() {
    Tagged now = current.load();
    Tagged next;
    do {
        next = Tagged{now.place + 1, now.version + 1};
    } while (!current.compare_exchange_weak(now, next));
}

int main() {
    std::thread a(step), b(step);
    a.join();
    b.join();
    Tagged end = current.load();
    assert(end.version == 2); // HOLDS
    assert(*end.place == 2); // HOLDS
    return 0;
}
