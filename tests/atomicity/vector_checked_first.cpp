// CONSTRUCT: a std::vector: whether it is empty is asked in one section, its last element is taken in another one
#include <cstdio>
#include <mutex>
#include <raddle.h>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::vector<int> jobs{1, 2};

static bool any() {
    std::lock_guard<std::mutex> guard(mutex);
    return !jobs.empty(); // TORN!
}

static void take() {
    std::lock_guard<std::mutex> guard(mutex);
    std::printf("%d\n", jobs.back()); // TORN!
}

static void work() {
    RADDLE_ATOMIC;
    if (any())
        take();
}

static void cancel() {
    std::lock_guard<std::mutex> guard(mutex);
    jobs.clear(); // TORN!
}

int main() {
    std::thread a(work), b(cancel);
    a.join();
    b.join();
    return 0;
}
