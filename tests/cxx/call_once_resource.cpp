// CONSTRUCT: call_once: one makes the resource, everybody sees it complete
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Resource {
    int handle;
};

static std::once_flag once;
static std::unique_ptr<Resource> resource;
static int opened;

static int use() {
    std::call_once(once, [] {
        resource = std::make_unique<Resource>(Resource{7});
        opened += 1;
    });
    return resource->handle;
}

int main() {
    std::thread a([] { assert(use() == 7); }); // HOLDS
    std::thread b([] { assert(use() == 7); }); // HOLDS
    a.join();
    b.join();
    assert(opened == 1); // HOLDS
    return 0;
}
