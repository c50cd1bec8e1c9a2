// CONSTRUCT: std::list spliced, reversed and erased by threads under one lock; both orders end alike
#include <cassert>
#include <list>
#include <mutex>
#include <thread>

int main() {
    std::mutex lock;
    std::list<int> all{2, 4}, more{3};
    std::thread mover([&] {
        std::lock_guard<std::mutex> guard(lock);
        all.splice(++all.begin(), more);
    });
    std::thread turner([&] {
        std::lock_guard<std::mutex> guard(lock);
        all.reverse();
    });
    mover.join();
    turner.join();
    assert(all.front() == 4 && all.back() == 2); // HOLDS
    assert(*++all.begin() == 3); // HOLDS
    all.erase(++all.begin());
    assert(all.size() == 2 && *++all.begin() == 2); // HOLDS
    return 0;
}
