// CONSTRUCT: a std::unique_lock that is unlocked and locked again outside of the block only
#include <cstdio>
#include <mutex>
#include <raddle.h>
#include <thread>

static std::mutex mutex;
static int version = 1;

static void raise_by(int step) {
    std::unique_lock<std::mutex> lock(mutex);
    int before = version;
    lock.unlock();
    std::printf("%d\n", before);
    lock.lock();
    {
        RADDLE_ATOMIC;
        int old = version; // ATOMIC
        version = old + step;
    }
}

int main() {
    std::thread a(raise_by, 1), b(raise_by, 2);
    a.join();
    b.join();
    return 0;
}
