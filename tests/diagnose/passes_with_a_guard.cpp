// DIAGNOSE passes
// CONSTRUCT: two std::threads, each with a lock_guard
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int counter;

static void count() {
    std::lock_guard<std::mutex> guard(lock);
    counter++;
}

int main() {
    std::thread first(count), second(count);
    first.join();
    second.join();
    assert(counter == 2);
}
