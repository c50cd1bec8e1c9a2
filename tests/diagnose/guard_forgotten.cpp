// DIAGNOSE concurrency
// CONSTRUCT: one method of a class has a lock_guard, the other has not
// CAUSE: deposit -> withdraw, withdraw -> deposit
// REPAIR: mutex
#include <cassert>
#include <mutex>
#include <thread>

class Account {
public:
    void deposit(int much) {
        std::lock_guard<std::mutex> guard(lock);
        balance += much; // AT deposit
    }
    void withdraw(int much) {
        balance -= much; // AT withdraw
    }
    int total() const {
        return balance;
    }

private:
    std::mutex lock;
    int balance = 100;
};

static Account account;

int main() {
    std::thread first([] { account.deposit(10); });
    std::thread second([] { account.withdraw(5); });
    first.join();
    second.join();
    assert(account.total() == 105); // FAILS
}
