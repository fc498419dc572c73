// new_file.hpp: writes files, all by the same rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform.hpp"

namespace flatline::engine::tool {

/// Tells whether an earlier run wrote the file of this name for the same purpose.
using IsEarlier = bool (*)(const std::string& path);

/// A file that a run is asked to write.
struct WantedFile {
    std::string path;
    std::string_view option;  ///< that names it, for what is said about it
    /// Null if an earlier one looks like a file of somebody else.
    IsEarlier is_earlier = nullptr;
    /// What the run reads, which it does not replace, whatever is asked for.
    std::vector<std::string> kept = {};
};

/// Says why a run cannot write its files; nothing where it can. To be asked before any work. A file
/// that exists is replaced only where it is an earlier one of its kind, or with `force`; no two of
/// them are one file, and none is where standard output or standard error goes.
std::optional<std::string> wrong_new_files(const std::vector<WantedFile>& wanted, bool force);

/// Writes under a temporary name in the same folder and renames at the end. So a full disk, a
/// failed write or an exception leaves what stood there before, and no signal but SIGKILL leaves a
/// temporary file.
class NewFile {
public:
    /// A symbolic link at its path is followed; what it points to is replaced.
    NewFile(const WantedFile& wanted, bool force);
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    /// Removes the temporary file where it was not committed.
    ~NewFile();

    /// False if it could not be opened or written; error() says why.
    bool write(const unsigned char* bytes, std::size_t size);
    /// Puts the file in its place. False, and nothing changed, where that or a write failed, or
    /// where a file has appeared there that is not to be replaced (EEXIST).
    bool commit();
    /// The errno of what failed first, or 0.
    int error() const { return error_; }

private:
    void open_temporary();

    std::string path_;
    IsEarlier is_earlier_;
    bool force_;
    int descriptor_ = -1;
    int error_ = 0;
    TemporaryGuard temporary_;
};

}  // namespace flatline::engine::tool
