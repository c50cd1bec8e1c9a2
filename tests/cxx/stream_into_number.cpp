// CONSTRUCT: a library sets a variable before the threads are created that read it
#include <cassert>
#include <mutex>
#include <sstream>
#include <thread>

int main() {
    int step = 0;
    std::istringstream("3") >> step;
    int locked = 0, split = 0;
    std::mutex m;
    auto work = [&] {
        std::lock_guard<std::mutex> guard(m);
        locked += step;
    };
    auto careless = [&] {
        work();
        m.lock();
        int seen = split;
        m.unlock();
        m.lock();
        split = seen + step;
        m.unlock();
    };
    std::thread a(careless), b(careless);
    a.join();
    b.join();
    assert(locked == 6); // HOLDS
    assert(split == 6); // FAILS
    return 0;
}
