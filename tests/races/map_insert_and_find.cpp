// CONSTRUCT: a map is searched without the lock under which it grows
#include <map>
#include <mutex>
#include <thread>

static std::map<int, int> stock{{1, 10}};
static std::mutex lock;
static bool found;

int main() {
    std::thread filler([] {
        std::lock_guard guard(lock);
        stock[2] = 20; // RACE!
    });
    std::thread seeker([] {
        found = stock.count(2) == 1; // RACE!
    });
    filler.join();
    seeker.join();
    return 0;
}
