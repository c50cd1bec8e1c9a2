// CONSTRUCT: an exception is caught within the block: before and behind it are sections of one block
// ATOMIC: worker
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex mutex;
static int value = 1;

static void change(int by) {
    std::lock_guard<std::mutex> guard(mutex);
    value += by; // TORN!
    if (by < 0)
        throw std::runtime_error("negative");
}

static void worker() {
    try {
        change(-3);
    } catch (const std::runtime_error &) {
        std::lock_guard<std::mutex> guard(mutex);
        value = 0; // TORN!
    }
}

static void other() {
    std::lock_guard<std::mutex> guard(mutex);
    value = 9; // TORN!
}

int main() {
    std::thread a(worker), b(other);
    a.join();
    b.join();
    std::printf("%d\n", value);
    return 0;
}
