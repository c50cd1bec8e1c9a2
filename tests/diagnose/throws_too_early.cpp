// DIAGNOSE concurrency
// CONSTRUCT: an exception that nobody catches, in a thread that comes too early
// CAUSE: use -> set
#include <stdexcept>
#include <thread>

static int limit;

static void work() {
    if (limit == 0) // AT use // FAILS
        throw std::runtime_error("no limit");
}

int main() {
    std::thread first(work);
    limit = 7; // AT set
    first.join();
}
