#pragma once
#include <mutex>
#include <string>
#include <vector>

class Tracks {
  public:
    void add(const std::string &name);
    std::size_t count() const;

  private:
    mutable std::mutex mutex_;
    std::vector<std::string> names_;
};
