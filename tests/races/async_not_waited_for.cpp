// CONSTRUCT: what std::async writes is read before it was waited for
#include <future>

static int progress, seen;

int main() {
    auto task = std::async(std::launch::async, [] { progress = 1; }); // RACE!
    seen = progress; // RACE!
    task.get();
    return 0;
}
