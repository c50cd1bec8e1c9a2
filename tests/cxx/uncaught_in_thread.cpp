// CONSTRUCT: an exception that nobody catches, thrown only when another thread is in between
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

class Account {
public:
    explicit Account(int balance) : balance_(balance) {}

    int balance() {
        std::lock_guard guard(lock_);
        return balance_;
    }

    void withdraw(int amount) {
        std::lock_guard guard(lock_);
        if (amount > balance_) throw std::runtime_error("overdrawn"); // FAILS
        balance_ -= amount;
    }

    void deposit(int amount) {
        std::lock_guard guard(lock_);
        balance_ += amount;
    }

private:
    std::mutex lock_;
    int balance_;
};

static void borrow(Account &account) {
    if (account.balance() >= 10) {
        account.withdraw(10);
        account.deposit(10);
    }
}

int main() {
    Account account(10);
    std::thread a(borrow, std::ref(account)), b(borrow, std::ref(account));
    a.join();
    b.join();
    assert(account.balance() == 10); // HOLDS
    return 0;
}
