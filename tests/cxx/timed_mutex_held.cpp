// CONSTRUCT: timed mutexes by lock() alone: what they guard is whole
#include <cassert>
#include <mutex>
#include <thread>

static std::timed_mutex single;
static std::recursive_timed_mutex twice;
static int count, other;

int main() {
    auto work = [] {
        for (int i = 0; i < 2; i++) {
            std::lock_guard guard(single);
            count++;
        }
        std::lock_guard outer(twice);
        std::lock_guard inner(twice);
        other++;
    };
    std::thread a(work), b(work);
    a.join();
    b.join();
    assert(count == 4); // HOLDS
    assert(other == 2); // HOLDS
    return 0;
}
