// CONSTRUCT: a thread reads the std::thread that main assigns it to: the assignment comes after the constructor
#include <thread>

static std::thread worker;
static bool same;

static void run() {
    same = worker.get_id() == std::this_thread::get_id(); // RACE!
}

int main() {
    worker = std::thread(run); // RACE!
    worker.join();
    return 0;
}
