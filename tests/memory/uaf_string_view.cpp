// CONSTRUCT: a view of a long title is read when the title may have been given new characters elsewhere
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

static std::string title = "a title that does not fit into the string itself";
static std::mutex lock;
static char initial;

int main() {
    std::thread reader([] {
        std::string_view view;
        {
            std::lock_guard guard(lock);
            view = title;
        }
        initial = view[0]; // MEMORY! use-after-free
    });
    std::thread writer([] {
        std::string fresh = "another title, which is as long as the first one was, or longer";
        std::lock_guard guard(lock);
        title = std::move(fresh);
    });
    reader.join();
    writer.join();
    return 0;
}
