// VERIFY unknown heap main#1+4
// CONSTRUCT: a constructor forgets a member, and a thread decides by it
#include <cassert>
#include <mutex>
#include <thread>

struct Gauge {
    int value;
    bool closed;
    explicit Gauge(int value) : value(value) {}
};

static std::mutex lock;
static Gauge *gauge = new Gauge(3);

static void work() {
    std::lock_guard<std::mutex> guard(lock);
    if (!gauge->closed)
        gauge->value++;
}

int main() {
    std::thread one(work), two(work);
    one.join();
    two.join();
    assert(gauge->value == 5);
    delete gauge;
}
