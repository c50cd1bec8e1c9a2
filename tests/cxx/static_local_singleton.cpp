// CONSTRUCT: a static local object: constructed once, complete for everybody
#include <cassert>
#include <thread>

static int constructed;

class Registry {
public:
    static Registry &instance() {
        static Registry registry;
        return registry;
    }
    int capacity() const { return capacity_; }

private:
    Registry() {
        constructed += 1;
        capacity_ = 16;
    }
    int capacity_ = 0;
};

int main() {
    std::thread a([] { assert(Registry::instance().capacity() == 16); }); // HOLDS
    std::thread b([] { assert(Registry::instance().capacity() == 16); }); // HOLDS
    a.join();
    b.join();
    assert(constructed == 1); // HOLDS
    return 0;
}
