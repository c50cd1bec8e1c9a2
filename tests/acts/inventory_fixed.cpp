// CHECK proved
// CONSTRUCT: stock is asked for and taken: two buyers of the last one
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>

struct Item {
    int in_stock = 1;
    int sold = 0;
};

class Inventory {
public:
    bool sell() {
        std::scoped_lock lock(mutex_);
        if (item_.in_stock == 0)
            return false;
        item_.in_stock -= 1;
        item_.sold += 1;
        return true;
    }
    void audit() {
        std::scoped_lock lock(mutex_);
        if (item_.in_stock < 0) {
            std::cerr << "sold what was not there\n";
            std::exit(3);
        }
    }

private:
    std::mutex mutex_;
    Item item_;
};

int main() {
    Inventory shop;
    auto buyer = [&shop] {
        shop.sell();
    };
    std::thread one(buyer), two(buyer);
    one.join();
    two.join();
    shop.audit();
}
