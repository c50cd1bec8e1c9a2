// CONSTRUCT: std::lock takes both, two guards give them back
#include <mutex>
#include <thread>

struct Account {
    std::mutex lock;
    int balance = 100;
};

static Account savings, current;

static void transfer(Account &from, Account &to) {
    std::unique_lock first(from.lock, std::defer_lock), second(to.lock, std::defer_lock);
    std::lock(first, second);
    from.balance--;
    to.balance++;
}

int main() {
    std::thread one([] { transfer(savings, current); });
    std::thread two([] { transfer(current, savings); });
    one.join();
    two.join();
    return 0;
}
