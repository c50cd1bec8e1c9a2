// CONSTRUCT: two threads assign to one counted pointer: both may give up the same old object, whose count is gone then
#include <atomic>
#include <thread>

struct Picture {
    std::atomic<int> owners{1};
    int width = 64;
};

class Handle {
  public:
    explicit Handle(Picture *picture) : picture_(picture) {}
    void assign(Picture *fresh) {
        Picture *old = picture_;
        picture_ = fresh;
        if (old->owners.fetch_sub(1) == 1) // MEMORY! use-after-free
            delete old;
    }

  private:
    Picture *picture_;
};

static Handle handle(new Picture);

int main() {
    std::thread first([] { handle.assign(new Picture); });
    std::thread second([] { handle.assign(new Picture); });
    first.join();
    second.join();
    return 0;
}
