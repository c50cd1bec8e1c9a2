// CONSTRUCT: a reader's lock is given up for a writer's lock: between the two, somebody else may write
#include <cstdio>
#include <mutex>
#include <raddle.h>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int version = 1;

static void raise_by(int step) {
    RADDLE_ATOMIC;
    int old;
    {
        std::shared_lock<std::shared_mutex> reading(mutex);
        old = version; // TORN!
    }
    std::unique_lock<std::shared_mutex> writing(mutex);
    version = old + step; // TORN!
}

int main() {
    std::thread a(raise_by, 1), b(raise_by, 2);
    a.join();
    b.join();
    std::printf("%d\n", version);
    return 0;
}
