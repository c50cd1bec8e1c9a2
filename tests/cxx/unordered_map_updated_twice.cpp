// CONSTRUCT: a value of an unordered_map is read and written back in two critical sections
#include <cassert>
#include <mutex>
#include <thread>
#include <unordered_map>

class Scores {
public:
    int get(int player) {
        std::lock_guard guard(lock_);
        return scores_.at(player);
    }

    void set(int player, int score) {
        std::lock_guard guard(lock_);
        scores_.at(player) = score;
    }

    void add_player(int player) { scores_.emplace(player, 0); }

private:
    std::mutex lock_;
    std::unordered_map<int, int> scores_;
};

int main() {
    Scores scores;
    scores.add_player(7);
    auto goal = [&] { scores.set(7, scores.get(7) + 1); };
    std::thread a(goal), b(goal);
    a.join();
    b.join();
    assert(scores.get(7) >= 1); // HOLDS
    assert(scores.get(7) == 2); // FAILS
    return 0;
}
