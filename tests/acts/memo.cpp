// CONSTRUCT: a memo of results: looked up, computed and stored in three steps
#include <array>
#include <iostream>
#include <mutex>
#include <optional>
#include <thread>

class Memo {
public:
    int square(int key) {
        if (auto known = find(key))
            return *known;
        int value = key * key;
        std::lock_guard guard(mutex_);
        values_[key] = value;
        ++computed_;
        return value;
    }
    int computed() const { return computed_; }

private:
    std::optional<int> find(int key) {
        std::lock_guard guard(mutex_);
        return values_[key];
    }
    std::mutex mutex_;
    std::array<std::optional<int>, 4> values_{};
    int computed_ = 0;
};

int main() {
    Memo memo;
    std::thread one([&memo] { memo.square(3); });
    std::thread two([&memo] { memo.square(3); });
    one.join();
    two.join();
    if (memo.computed() != 1) { // FAILS exit
        std::cerr << "computed " << memo.computed() << " times\n";
        return 1;
    }
    return 0;
}
