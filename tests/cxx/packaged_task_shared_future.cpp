// CONSTRUCT: packaged_task in its own thread, its result read by two threads through a shared_future
#include <cassert>
#include <future>
#include <thread>

int main() {
    int calls = 0;
    std::packaged_task<int(int)> task([&calls](int number) {
        calls += 1;
        return number * 2;
    });
    std::shared_future<int> doubled = task.get_future().share();
    auto reader = [doubled, &calls] {
        assert(doubled.get() == 42); // HOLDS
        assert(calls == 1); // HOLDS
    };
    std::thread a(reader), b(reader);
    std::thread worker(std::move(task), 21);
    a.join();
    b.join();
    worker.join();
    return 0;
}
