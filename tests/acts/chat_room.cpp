// CONSTRUCT: a room that is closed by the last who leaves: a guest comes in while it is being closed
#include <cassert>
#include <mutex>
#include <thread>

class Room {
public:
    int members() {
        std::lock_guard guard(mutex_);
        return members_;
    }
    bool join() {
        std::lock_guard guard(mutex_);
        if (closed_)
            return false;
        ++members_;
        return true;
    }
    void leave() {
        std::lock_guard guard(mutex_);
        --members_;
    }
    void close() {
        std::lock_guard guard(mutex_);
        closed_ = true;
        assert(members_ == 0); // FAILS assertion
    }

private:
    std::mutex mutex_;
    int members_ = 1;
    bool closed_ = false;
};

int main() {
    Room room;
    std::thread guest([&room] { room.join(); });
    std::thread host([&room] {
        room.leave();
        if (room.members() == 0)
            room.close();
    });
    guest.join();
    host.join();
    return 0;
}
