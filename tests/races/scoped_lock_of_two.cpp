// CONSTRUCT: two accounts, and one scoped_lock for both
#include <mutex>
#include <thread>

struct Account {
    std::mutex lock;
    int balance = 100;
};

static Account savings, current;

static void transfer(Account &from, Account &to) {
    std::scoped_lock both(from.lock, to.lock);
    from.balance -= 10;
    to.balance += 10;
}

int main() {
    std::thread first([] { transfer(savings, current); });
    std::thread second([] { transfer(current, savings); });
    first.join();
    second.join();
    return savings.balance + current.balance == 200 ? 0 : 1;
}
