// VERIFY proved
// CONSTRUCT: thread-local objects of main are destroyed before global ones, those of others not at all
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> open{1};

struct Log {
    ~Log() { open = 0; }
};
static Log log_;

struct Session {
    int number = 1;
    ~Session() { assert(open == 1); }
};
static thread_local Session session;

int main() {
    assert(session.number == 1);
    std::thread worker([] { assert(open == 1); });
    worker.join();
    return 0;
}
