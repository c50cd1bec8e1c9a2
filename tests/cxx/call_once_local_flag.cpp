// CONSTRUCT: a once_flag on the stack: the next one at the same address begins anew
#include <cassert>
#include <mutex>
#include <thread>

static int openings, users;

static void session() {
    std::once_flag opened;
    auto use = [&opened] {
        std::call_once(opened, [] { openings = openings + 1; });
        users = users + 1;
    };
    std::thread a(use), b(use);
    a.join();
    b.join();
}

int main() {
    session();
    session();
    assert(openings == 2); // HOLDS
    assert(users >= 2); // HOLDS
    assert(users == 4); // FAILS
    return 0;
}
