// CONSTRUCT: weak_ptr asked whether it expired, and used as if the answer stayed true
#include <cassert>
#include <memory>
#include <thread>

struct Session {
    int user = 7;
};

int main() {
    auto session = std::make_shared<Session>();
    std::weak_ptr<Session> seen = session;
    std::thread watcher([&seen] {
        if (!seen.expired()) {
            assert(seen.use_count() <= 1); // HOLDS
            assert(seen.use_count() == 1); // FAILS
        }
    });
    std::thread owner([&session] { session.reset(); });
    watcher.join();
    owner.join();
    return 0;
}
