// CONSTRUCT: scoped_lock of two mutexes in opposite orders: no deadlock, and no audit sees money on its way
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
    std::mutex lock;
    int balance = 100;
};

static void transfer(Account &from, Account &to, int amount) {
    std::scoped_lock both(from.lock, to.lock);
    from.balance -= amount;
    to.balance += amount;
}

int main() {
    Account left, right;
    std::thread there(transfer, std::ref(left), std::ref(right), 30);
    std::thread back(transfer, std::ref(right), std::ref(left), 10);
    std::thread audit([&] {
        std::scoped_lock both(left.lock, right.lock);
        assert(left.balance + right.balance == 200); // HOLDS
    });
    there.join();
    back.join();
    audit.join();
    assert(left.balance == 80 && right.balance == 120); // HOLDS
    return 0;
}
