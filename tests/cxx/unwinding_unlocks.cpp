// CONSTRUCT: an exception leaves a critical section: the guard unlocks, and the half-done update is undone before
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

class Stock {
public:
    void take(int count) {
        std::lock_guard guard(lock_);
        Undo undo{*this, items_};
        items_ -= count;
        if (items_ < 0) throw std::out_of_range("not enough");
        undo.keep = true;
    }

    int items() {
        std::lock_guard guard(lock_);
        return items_;
    }

private:
    struct Undo {
        Stock &stock;
        int before;
        bool keep = false;
        ~Undo() {
            if (!keep) stock.items_ = before;
        }
    };

    std::mutex lock_;
    int items_ = 5;
};

int main() {
    Stock stock;
    int refused = 0;
    std::thread greedy([&] {
        try {
            stock.take(9);
        } catch (const std::out_of_range &) {
            refused = 1;
        }
    });
    std::thread modest([&] { stock.take(2); });
    std::thread clerk([&] { assert(stock.items() >= 3); }); // HOLDS
    greedy.join();
    modest.join();
    clerk.join();
    assert(refused == 1 && stock.items() == 3); // HOLDS
    return 0;
}
