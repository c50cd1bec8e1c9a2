// CONSTRUCT: copies of a std::shared_ptr in blocks: its counter goes up and down, and never to zero
#include <cstdio>
#include <memory>
#include <raddle.h>
#include <thread>

static const std::shared_ptr<int> shared = std::make_shared<int>(7);

static void work() {
    RADDLE_ATOMIC;
    std::shared_ptr<int> first = shared; // ATOMIC
    std::shared_ptr<int> second = shared;
    std::printf("%d\n", *first + *second);
}

int main() {
    std::thread a(work), b(work);
    a.join();
    b.join();
    return 0;
}
