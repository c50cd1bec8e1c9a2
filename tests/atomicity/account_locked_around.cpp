// CONSTRUCT: a class whose method holds the lock around what it calls
// ATOMIC: bank::Account::deposit
#include <cstdio>
#include <mutex>
#include <thread>

namespace bank {

class Account {
public:
    void deposit(int amount) {
        std::lock_guard<std::mutex> guard(mutex_);
        set(get() + amount);
    }

    int get() const { return balance_; } // ATOMIC

private:
    void set(int balance) { balance_ = balance; }

    std::mutex mutex_;
    int balance_ = 0;
};

}  // namespace bank

static bank::Account account;

static void ten() { account.deposit(10); }

static void twenty() { account.deposit(20); }

int main() {
    std::thread a(ten), b(twenty);
    a.join();
    b.join();
    std::printf("%d\n", account.get());
    return 0;
}
