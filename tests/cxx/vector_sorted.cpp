// CONSTRUCT: a vector kept sorted with std::sort, under one lock with everything that looks at it
#include <algorithm>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

class SortedList {
public:
    void insert(int value) {
        std::lock_guard guard(lock_);
        values_.push_back(value);
        std::sort(values_.begin(), values_.end());
    }

    bool sorted() {
        std::lock_guard guard(lock_);
        return std::is_sorted(values_.begin(), values_.end());
    }

private:
    std::mutex lock_;
    std::vector<int> values_{4, 2};
};

int main() {
    SortedList list;
    std::thread a([&] { list.insert(3); });
    std::thread b([&] { list.insert(1); });
    a.join();
    b.join();
    assert(list.sorted()); // HOLDS
    return 0;
}
