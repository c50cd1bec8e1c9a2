// CONSTRUCT: a class whose methods lock, and one that calls two of them; named from outside
// ATOMIC: Account::deposit
#include <cstdio>
#include <mutex>
#include <thread>

class Account {
public:
    int get() {
        std::lock_guard<std::mutex> guard(mutex_);
        return balance_; // TORN!
    }

    void set(int balance) {
        std::lock_guard<std::mutex> guard(mutex_);
        balance_ = balance; // TORN!
    }

    void deposit(int amount) { set(get() + amount); }

private:
    std::mutex mutex_;
    int balance_ = 0;
};

static Account account;

static void ten() { account.deposit(10); }

static void twenty() { account.deposit(20); }

int main() {
    std::thread a(ten), b(twenty);
    a.join();
    b.join();
    std::printf("%d\n", account.get());
    return 0;
}
