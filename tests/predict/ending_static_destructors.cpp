// CONSTRUCT: global objects are destroyed in the opposite order, while a thread looks
#include <atomic>
#include <cassert>
#include <thread>

struct Part {
    std::atomic<int> there{1};
    ~Part() { there = 0; }
};
static Part first, second;

int main() {
    std::thread([] {
        int one = first.there, two = second.there;
        assert(one || !two); // HOLDS
        assert(!one || two); // FAILS
    }).detach();
    return 0;
}
