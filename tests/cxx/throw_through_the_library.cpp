// CONSTRUCT: an exception leaves a callback of qsort and a call_once routine: code in between that is not instrumented
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

static int forbidden;
static std::once_flag once;
static int attempts;
static int caught;
static std::mutex lock;

static int compare(const void *a, const void *b) {
    int x = *static_cast<const int *>(a), y = *static_cast<const int *>(b);
    if (x == forbidden || y == forbidden) throw std::string("forbidden"); // HOLDS: the caller catches it
    return x - y;
}

static void sort_numbers() {
    int numbers[] = {4, 2, 3};
    try {
        std::qsort(numbers, 3, sizeof *numbers, compare);
    } catch (const std::string &) {
        std::lock_guard<std::mutex> guard(lock);
        caught++;
    }
}

static void try_once() {
    try {
        std::call_once(once, [] {
            if (++attempts == 1) throw 1;
        });
    } catch (int) {
        std::lock_guard<std::mutex> guard(lock);
        caught++;
    }
}

int main() {
    std::thread a(sort_numbers), b(try_once);
    std::thread c([] { forbidden = 3; });
    a.join();
    b.join();
    c.join();
    try_once();
    assert(attempts == 2); // HOLDS
    assert(caught == 1);   // HOLDS on the recorded path, on which qsort came before the change
    return 0;
}
