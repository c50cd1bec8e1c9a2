// VERIFY: proved
// CONSTRUCT: an object with a std::mutex is deleted after its users were joined
#include <cassert>
#include <mutex>
#include <thread>

struct Counter {
    std::mutex m;
    int v = 0;
    void add() {
        std::lock_guard<std::mutex> held(m);
        v++;
    }
};

int main() {
    auto *counter = new Counter;
    std::thread other([counter] { counter->add(); });
    counter->add();
    other.join();
    assert(counter->v == 2);
    delete counter;
    return 0;
}
