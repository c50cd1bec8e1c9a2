#include "tracks.hpp"

void Tracks::add(const std::string &name)
{
    std::lock_guard<std::mutex> guard(mutex_);
    names_.push_back(name);
}

std::size_t Tracks::count() const
{
    std::lock_guard<std::mutex> guard(mutex_);
    return names_.size();
}
