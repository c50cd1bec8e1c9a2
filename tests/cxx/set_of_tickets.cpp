// CONSTRUCT: std::set: threads insert and erase under a lock, the tree is rebalanced in every order
#include <cassert>
#include <mutex>
#include <set>
#include <thread>

int main() {
    std::mutex lock;
    std::set<int> open{1, 2, 3};
    auto exchange = [&](int old, int fresh) {
        std::lock_guard<std::mutex> guard(lock);
        open.erase(old);
        open.insert(fresh);
    };
    std::thread a(exchange, 1, 4), b(exchange, 2, 5);
    a.join();
    b.join();
    assert(open.size() == 3); // HOLDS
    int expected = 3;
    for (int ticket : open) assert(ticket == expected++); // HOLDS
    return 0;
}
