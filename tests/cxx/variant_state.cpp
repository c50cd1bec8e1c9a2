// CONSTRUCT: a state machine in a std::variant, visited and changed under a lock
#include <cassert>
#include <mutex>
#include <thread>
#include <variant>

struct Closed {
    int opened_before = 0;
};
struct Open {
    int users = 0;
};

class Door {
public:
    void enter() {
        std::lock_guard guard(lock_);
        if (std::holds_alternative<Closed>(state_)) state_ = Open{};
        std::get<Open>(state_).users += 1;
    }

    int users() {
        std::lock_guard guard(lock_);
        return std::visit(Count{}, state_);
    }

private:
    struct Count {
        int operator()(const Closed &) const { return 0; }
        int operator()(const Open &open) const { return open.users; }
    };

    std::mutex lock_;
    std::variant<Closed, Open> state_;
};

int main() {
    Door door;
    std::thread a(&Door::enter, &door), b(&Door::enter, &door);
    a.join();
    b.join();
    assert(door.users() == 2); // HOLDS
    return 0;
}
