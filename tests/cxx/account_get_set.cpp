// CONSTRUCT: a class whose every access is locked, but get-then-set is not atomic
#include <cassert>
#include <mutex>
#include <thread>

class Account {
public:
    explicit Account(int opening) : balance_(opening) {}

    int balance() const {
        std::lock_guard<std::mutex> guard(lock_);
        return balance_;
    }

    void set_balance(int balance) {
        std::lock_guard<std::mutex> guard(lock_);
        balance_ = balance;
    }

    void deposit(int amount) { set_balance(balance() + amount); }

private:
    mutable std::mutex lock_;
    int balance_;
};

int main() {
    Account account(100);
    std::thread first(&Account::deposit, &account, 50);
    std::thread second(&Account::deposit, &account, 50);
    first.join();
    second.join();
    assert(account.balance() >= 150); // HOLDS
    assert(account.balance() == 200); // FAILS
    return 0;
}
