// CHECK proved
// CONSTRUCT: a handle is closed by who finds it open; close() throws where it is not
#include <mutex>
#include <stdexcept>
#include <thread>

class Handle {
public:
    bool is_open() const {
        std::lock_guard<std::mutex> guard(mutex_);
        return descriptor_ != -1;
    }
    void close() {
        std::lock_guard<std::mutex> guard(mutex_);
        if (descriptor_ != -1)
            descriptor_ = -1;
    }

private:
    mutable std::mutex mutex_;
    int descriptor_ = 4;
};

static void finish(Handle *handle) {
    handle->close();
}

int main() {
    Handle handle;
    std::thread one(finish, &handle);
    finish(&handle);
    one.join();
    return handle.is_open() ? 1 : 0;
}
