// VERIFY bug
// CONSTRUCT: main's thread-local objects are destroyed first
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> sessions{1};

struct Session {
    int number = 1;
    ~Session() { sessions = 0; }
};
static thread_local Session session;

int main() {
    assert(session.number == 1);
    std::thread([] { assert(sessions == 1); }).detach(); // FAILS
    return 0;
}
