// CONSTRUCT: shared_timed_mutex: readers see both halves of an update or none
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_timed_mutex lock;
static int width = 1, height = 1;

static void resize() {
    std::unique_lock writing(lock);
    width = 2;
    height = 2;
}

static void measure() {
    std::shared_lock reading(lock, std::chrono::seconds(10));
    if (!reading) return;
    assert(width == height); // HOLDS
}

int main() {
    std::thread a(resize), b(measure), c(measure);
    a.join();
    b.join();
    c.join();
    return 0;
}
