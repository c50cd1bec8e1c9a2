// CONSTRUCT: weak_ptr::lock: who gets the object keeps it alive while he looks
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int> destroyed{0};

struct Session {
    int user = 7;
    ~Session() { destroyed++; }
};

int main() {
    auto session = std::make_shared<Session>();
    std::weak_ptr<Session> seen = session;
    std::thread watcher([seen] {
        if (std::shared_ptr<Session> alive = seen.lock()) {
            assert(destroyed == 0); // HOLDS
            assert(alive->user == 7); // HOLDS
        }
    });
    std::thread owner([mine = std::move(session)]() mutable { mine.reset(); });
    watcher.join();
    owner.join();
    assert(destroyed == 1); // HOLDS
    return 0;
}
