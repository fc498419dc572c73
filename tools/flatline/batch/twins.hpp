// batch/twins.hpp: files with the same bytes, of which only the first is looked at.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

namespace flatline::engine::tool {

/// Knows the files of a run by their SHA-256. Workers ask in any order and may look at a file
/// twice; what is told is decided in the order of the files, so it is the same for every number of
/// threads.
class Twins {
public:
    /// True if a file before number `index` has these bytes, as far as workers met them: then
    /// nobody need look at this one. Any thread.
    bool has_earlier(const std::string& sha256, std::size_t index) {
        const std::lock_guard lock(mutex_);
        const auto [at, is_new] = met_.try_emplace(sha256, index);
        if (at->second < index) return true;
        at->second = index;
        return false;
    }
    /// The path of the first file with these bytes; null if there is none, and then this one is it
    /// if it `was_looked_at`. To be called for each file in order, on one thread.
    const std::string* first(const std::string& sha256, const std::string& path,
                             bool was_looked_at) {
        const auto known = told_.find(sha256);
        if (known != told_.end()) return &known->second;
        if (was_looked_at) told_.emplace(sha256, path);
        return nullptr;
    }

private:
    std::mutex mutex_;
    std::unordered_map<std::string, std::size_t> met_;  // the least number so far
    std::unordered_map<std::string, std::string> told_;
};

}  // namespace flatline::engine::tool
