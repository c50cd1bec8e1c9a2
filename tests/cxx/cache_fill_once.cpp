// CONSTRUCT: a cache that looks again under the exclusive lock before it inserts
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

class Squares {
public:
    int of(int number) {
        {
            std::shared_lock reading(lock_);
            auto found = known_.find(number);
            if (found != known_.end()) return found->second;
        }
        std::unique_lock writing(lock_);
        auto [place, fresh] = known_.try_emplace(number, number * number);
        computed_ += fresh;
        return place->second;
    }

    int computed() const { return computed_; }

private:
    std::shared_mutex lock_;
    std::map<int, int> known_;
    int computed_ = 0;
};

int main() {
    Squares squares;
    std::thread a([&] { assert(squares.of(7) == 49); }); // HOLDS
    std::thread b([&] { assert(squares.of(7) == 49); }); // HOLDS
    a.join();
    b.join();
    assert(squares.computed() == 1); // HOLDS
    return 0;
}
