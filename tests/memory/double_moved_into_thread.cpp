// CONSTRUCT: a unique_ptr is moved into the thread that uses it, and what is left behind is destroyed as well
#include <memory>
#include <thread>
#include <utility>

struct Request {
    int bytes = 7;
};

static int handled;

static std::thread dispatch(std::unique_ptr<Request> request) {
    return std::thread([mine = std::move(request)] { handled += mine->bytes; }); // SAFE
}

int main() {
    std::thread worker = dispatch(std::make_unique<Request>());
    worker.join();
    return handled == 7 ? 0 : 1;
}
