// CONSTRUCT: neighbouring elements of a vector of bool share a word
#include <thread>
#include <vector>

static std::vector<bool> done(2);

int main() {
    std::thread first([] { done[0] = true; }); // RACE!
    std::thread second([] { done[1] = true; }); // RACE!
    first.join();
    second.join();
    return 0;
}
