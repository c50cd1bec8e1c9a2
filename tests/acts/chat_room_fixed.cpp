// CHECK proved
// CONSTRUCT: a room that is closed by the last who leaves: a guest comes in while it is being closed
#include <cassert>
#include <mutex>
#include <thread>

class Room {
public:
    bool join() {
        std::lock_guard guard(mutex_);
        if (closed_)
            return false;
        ++members_;
        return true;
    }
    void leave() {
        std::lock_guard guard(mutex_);
        if (--members_ == 0)
            closed_ = true;
    }
    int members() {
        std::lock_guard guard(mutex_);
        assert(!closed_ || members_ == 0);
        return members_;
    }

private:
    std::mutex mutex_;
    int members_ = 1;
    bool closed_ = false;
};

int main() {
    Room room;
    std::thread guest([&room] { room.join(); });
    std::thread host([&room] { room.leave(); });
    guest.join();
    host.join();
    return room.members() > 1;
}
