// CONSTRUCT: words are counted in one hash map by two threads
#include <thread>
#include <unordered_map>

static std::unordered_map<int, int> counts{{1, 0}, {2, 0}};

int main() {
    std::thread first([] { counts[1]++; }); // RACE!
    std::thread second([] { counts[1]++; }); // RACE!
    first.join();
    second.join();
    return 0;
}
