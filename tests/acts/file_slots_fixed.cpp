// CHECK proved
// CONSTRUCT: slots: a free one is found, and given away in a second critical section
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

class Slots {
public:
    int take(int owner) {
        std::lock_guard guard(mutex_);
        for (int at = 0; at < 2; ++at) {
            if (owners_[at] == 0) {
                owners_[at] = owner;
                return at;
            }
        }
        return -1;
    }
    int owner(int slot) {
        std::lock_guard guard(mutex_);
        return owners_[slot];
    }

private:
    std::mutex mutex_;
    std::array<int, 2> owners_{};
};

static void open_file(Slots &slots, int owner) {
    slots.take(owner);
}

int main() {
    Slots slots;
    std::thread one(open_file, std::ref(slots), 11);
    std::thread two(open_file, std::ref(slots), 22);
    one.join();
    two.join();
    assert(slots.owner(0) + slots.owner(1) == 33);
}
