// CONSTRUCT: std::list: who was first is seen in the links, which the library's own functions write
#include <cassert>
#include <list>
#include <mutex>
#include <thread>

int main() {
    std::mutex lock;
    std::list<int> arrived;
    auto arrive = [&](int who) {
        std::lock_guard<std::mutex> guard(lock);
        arrived.push_back(who);
    };
    std::thread a(arrive, 1), b(arrive, 2);
    a.join();
    b.join();
    assert(arrived.size() == 2); // HOLDS
    assert(arrived.front() == 1); // FAILS
    assert(arrived.front() + arrived.back() == 3); // HOLDS
    return 0;
}
