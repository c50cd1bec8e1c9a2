// VERIFY: proved
// CONSTRUCT: a std::mutex made by placement new in a buffer, destroyed, and made again
#include <cassert>
#include <mutex>
#include <new>
#include <thread>

alignas(std::mutex) static unsigned char place[sizeof(std::mutex)];
static int v;

static void add(std::mutex *m) {
    std::lock_guard<std::mutex> held(*m);
    v++;
}

int main() {
    for (int round = 0; round < 2; round++) {
        auto *m = new (place) std::mutex;
        std::thread other(add, m);
        add(m);
        other.join();
        m->~mutex();
        place[0] = 0xff;
    }
    assert(v == 4);
    return 0;
}
