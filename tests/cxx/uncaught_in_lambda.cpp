// CONSTRUCT: an exception that leaves a lambda, and with it its thread; another out of a destructor
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

enum class Stage { building, broken, ready };

static std::mutex lock;
static Stage stage = Stage::building;

static void enter(Stage next) {
    std::lock_guard guard(lock);
    stage = next;
}

static Stage current() {
    std::lock_guard guard(lock);
    return stage;
}

struct Closing {
    ~Closing() noexcept(false) {
        if (current() == Stage::broken) throw std::logic_error("closed while broken"); // FAILS
    }
};

int main() {
    std::thread builder([] {
        enter(Stage::broken);
        enter(Stage::ready);
    });
    std::thread user([] {
        Closing closing;
        if (current() == Stage::broken) throw std::runtime_error("used while broken"); // FAILS
    });
    builder.join();
    user.join();
    assert(current() == Stage::ready); // HOLDS
    return 0;
}
