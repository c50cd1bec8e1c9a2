// CONSTRUCT: push_back is under the lock, the number given out is the size read before it
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

class Roster {
public:
    Roster() { numbers_.reserve(4); }

    int join() {
        int number = static_cast<int>(numbers_.size());
        std::lock_guard guard(lock_);
        numbers_.push_back(number);
        return number;
    }

    std::size_t size() const { return numbers_.size(); }

private:
    std::mutex lock_;
    std::vector<int> numbers_;
};

int main() {
    Roster roster;
    int first = -1, second = -1;
    std::thread a([&] { first = roster.join(); });
    std::thread b([&] { second = roster.join(); });
    a.join();
    b.join();
    assert(roster.size() == 2); // HOLDS
    assert(first != second); // FAILS
    return 0;
}
