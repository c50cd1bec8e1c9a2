// CONSTRUCT: two threads append to one vector without a lock
#include <thread>
#include <vector>

static std::vector<int> values;

int main() {
    values.reserve(8);
    std::thread first([] { values.push_back(1); }); // RACE!
    std::thread second([] { values.push_back(2); }); // RACE!
    first.join();
    second.join();
    return values.size() <= 2 ? 0 : 1;
}
