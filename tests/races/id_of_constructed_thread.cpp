// CONSTRUCT: a thread reads the std::thread that its owner constructs in place: the constructor is through with it
#include <thread>

struct Worker {
    bool same = false;
    std::thread thread;

    Worker() : thread([this] { run(); }) {}

    void run() {
        same = thread.get_id() == std::this_thread::get_id(); // NORACE
    }
};

int main() {
    Worker worker;
    worker.thread.join();
    return worker.same ? 0 : 1;
}
