// CONSTRUCT: check-then-act on a map: whether there is room is asked in another critical section than the insertion
#include <cassert>
#include <map>
#include <mutex>
#include <thread>

class Sessions {
public:
    bool has_room() {
        std::lock_guard guard(lock_);
        return open_.size() < most;
    }

    void open(int id) {
        std::lock_guard guard(lock_);
        assert(open_.size() < most); // FAILS
        open_[id] = 1;
    }

    void close(int id) {
        std::lock_guard guard(lock_);
        open_.erase(id);
    }

private:
    static constexpr std::size_t most = 1;
    std::mutex lock_;
    std::map<int, int> open_;
};

static void visit(Sessions &sessions, int id) {
    if (sessions.has_room()) {
        sessions.open(id);
        sessions.close(id);
    }
}

int main() {
    Sessions sessions;
    std::thread a(visit, std::ref(sessions), 1), b(visit, std::ref(sessions), 2);
    a.join();
    b.join();
    assert(sessions.has_room()); // HOLDS
    return 0;
}
