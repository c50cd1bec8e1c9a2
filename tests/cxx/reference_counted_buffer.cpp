// CONSTRUCT: an intrusive reference count without atomics: copies of the handle in two threads lose an update
#include <cassert>
#include <cstddef>
#include <thread>
#include <utility>

class Buffer {
public:
    explicit Buffer(std::size_t size) : size_(size) {}
    void retain() { references_ += 1; }
    bool release() {
        references_ -= 1;
        return references_ == 0;
    }
    int references() const { return references_; }
    std::size_t size() const { return size_; }

private:
    std::size_t size_;
    int references_ = 1;
};

class Handle {
public:
    explicit Handle(Buffer *buffer) : buffer_(buffer) {}
    Handle(const Handle &other) : buffer_(other.buffer_) { buffer_->retain(); }
    Handle(Handle &&other) noexcept : buffer_(std::exchange(other.buffer_, nullptr)) {}
    Handle &operator=(const Handle &) = delete;
    ~Handle() {
        if (buffer_ && buffer_->release()) delete buffer_;
    }
    const Buffer *operator->() const { return buffer_; }

private:
    Buffer *buffer_;
};

int main() {
    Handle handle(new Buffer(64));
    auto use = [&handle] {
        Handle mine(handle);
        assert(mine->size() == 64); // HOLDS
    };
    std::thread a(use), b(use);
    a.join();
    b.join();
    assert(handle->references() == 1); // FAILS
    return 0;
}
