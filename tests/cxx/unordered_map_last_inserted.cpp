// CONSTRUCT: std::unordered_map: two threads insert; whether there are buckets enough is asked in the library
// DIFFERS: libc++ has 2 buckets at first: who comes last makes more, so in the other order threads leave the recorded paths
#include <cassert>
#include <mutex>
#include <thread>
#include <unordered_map>

int main() {
    std::mutex lock;
    std::unordered_map<int, int> seats{{1, 0}};
    auto take = [&](int seat) {
        std::lock_guard<std::mutex> guard(lock);
        seats.emplace(seat, static_cast<int>(seats.size()));
    };
    std::thread a(take, 2), b(take, 3);
    a.join();
    b.join();
    assert(seats.size() == 3); // HOLDS
    assert(seats.begin()->second == 2 || seats.begin()->first == 1); // HOLDS
    assert(seats.begin()->first == 3); // FAILS with libstdc++
    return 0;
}
