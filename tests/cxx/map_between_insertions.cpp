// CONSTRUCT: std::map: two threads insert different keys, a third sees one of them at the tree's end, the other not yet
#include <cassert>
#include <map>
#include <mutex>
#include <thread>

int main() {
    std::mutex lock;
    std::map<int, int> prices{{5, 50}};
    auto offer = [&](int key) {
        std::lock_guard<std::mutex> guard(lock);
        prices[key] = key * 10;
    };
    std::thread a(offer, 3), b(offer, 8);
    std::thread reader([&] {
        std::lock_guard<std::mutex> guard(lock);
        int least = prices.begin()->first, most = prices.rbegin()->first;
        assert(least <= 5 && most >= 5); // HOLDS
        assert(most - least != 3); // FAILS
    });
    a.join();
    b.join();
    reader.join();
    assert(prices.begin()->second == 30); // HOLDS
    assert(prices.rbegin()->second == 80); // HOLDS
    return 0;
}
