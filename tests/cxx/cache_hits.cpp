// CONSTRUCT: a cache looked up under a shared lock, where the hits are counted too: readers do not exclude each other
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <unordered_map>

class Cache {
public:
    void insert(int key, int value) {
        std::unique_lock writing(lock_);
        values_.emplace(key, value);
    }

    int find(int key) {
        std::shared_lock reading(lock_);
        auto found = values_.find(key);
        if (found == values_.end()) return -1;
        hits_ += 1;
        return found->second;
    }

    int hits() const { return hits_; }

private:
    std::shared_mutex lock_;
    std::unordered_map<int, int> values_;
    int hits_ = 0;
};

int main() {
    Cache cache;
    cache.insert(1, 10);
    cache.insert(2, 20);
    std::thread one([&] { assert(cache.find(1) == 10); }); // HOLDS
    std::thread two([&] { assert(cache.find(2) == 20); }); // HOLDS
    one.join();
    two.join();
    assert(cache.hits() == 2); // FAILS
    return 0;
}
