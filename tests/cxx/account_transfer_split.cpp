// CONSTRUCT: a transfer in two critical sections: an audit in between misses the money
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
    std::mutex lock;
    int balance = 100;

    void add(int amount) {
        std::lock_guard guard(lock);
        balance += amount;
    }
};

static void transfer(Account &from, Account &to, int amount) {
    from.add(-amount);
    to.add(amount);
}

int main() {
    Account left, right;
    std::thread mover(transfer, std::ref(left), std::ref(right), 30);
    std::thread audit([&] {
        std::unique_lock first(left.lock, std::defer_lock), second(right.lock, std::defer_lock);
        std::lock(first, second);
        assert(left.balance + right.balance <= 200); // HOLDS
        assert(left.balance + right.balance == 200); // FAILS
    });
    mover.join();
    audit.join();
    return 0;
}
