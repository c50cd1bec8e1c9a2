// CONSTRUCT: a function that only throws is called on one side; one of its callers catches, the other does not
#include <cassert>
#include <stdexcept>
#include <string>
#include <thread>

static int state;

static void complain(const std::string &what) { throw std::logic_error("bad state: " + what); }

static void strict() {
    if (state == 1) complain("strict"); // FAILS
}

static void lenient() {
    try {
        if (state == 1) complain("lenient"); // HOLDS: caught right here
    } catch (const std::exception &) {
    }
}

int main() {
    std::thread a(strict), b(lenient);
    std::thread c([] { state = 1; });
    a.join();
    b.join();
    c.join();
    assert(state == 1); // HOLDS
    return 0;
}
