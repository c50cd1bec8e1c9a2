// CONSTRUCT: an exception leaves the block, and with it its end; what is done behind it is no part of it
#include <cstdio>
#include <mutex>
#include <raddle.h>
#include <stdexcept>
#include <thread>

static std::mutex mutex;
static int value = 1;

static void change(int by) {
    RADDLE_ATOMIC;
    std::lock_guard<std::mutex> guard(mutex);
    value += by; // ATOMIC
    if (by < 0)
        throw std::runtime_error("negative");
}

static void worker() {
    try {
        change(-3);
    } catch (const std::runtime_error &) {
        std::lock_guard<std::mutex> guard(mutex);
        value = 0;
    }
}

static void other() {
    std::lock_guard<std::mutex> guard(mutex);
    value = 9;
}

int main() {
    std::thread a(worker), b(other);
    a.join();
    b.join();
    std::printf("%d\n", value);
    return 0;
}
