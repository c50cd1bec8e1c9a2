// CONSTRUCT: recursive_mutex: a method that holds the lock calls others that take it again
#include <cassert>
#include <mutex>
#include <thread>

class Inventory {
public:
    void add(int count) {
        std::lock_guard guard(lock_);
        count_ += count;
        total_ += count;
    }

    void add_pair() {
        std::lock_guard guard(lock_);
        add(1);
        add(1);
    }

    bool consistent() {
        std::lock_guard guard(lock_);
        return count_ == total_ && count_ % 2 == 0;
    }

private:
    std::recursive_mutex lock_;
    int count_ = 0, total_ = 0;
};

int main() {
    Inventory inventory;
    std::thread a(&Inventory::add_pair, &inventory);
    std::thread b(&Inventory::add_pair, &inventory);
    std::thread c([&] { assert(inventory.consistent()); }); // HOLDS
    a.join();
    b.join();
    c.join();
    return 0;
}
