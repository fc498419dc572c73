// new_file.hpp: a file that is there whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "platform.hpp"

namespace flatline::tool {

/// Says why no file can be written to that path; nothing where it can. A file that exists is
/// replaced only with `force`.
std::optional<std::string> wrong_new_file(const std::string& path, bool force);

/// Writes under a temporary name in the same folder and renames at the end. So a full disk, a
/// failed write or an exception leaves what stood there before. A signal that would end the program
/// waits until the temporary file is gone.
class NewFile {
public:
    /// A symbolic link at `path` is followed; what it points to is replaced.
    explicit NewFile(const std::string& path);
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    /// Removes the temporary file where it was not committed.
    ~NewFile();

    /// False where it could not be opened or written; error() says why.
    bool write(const unsigned char* bytes, std::size_t size);
    /// Puts the file in its place. False, and nothing changed, where that or a write failed.
    bool commit();
    /// The errno of what failed first, or 0.
    int error() const { return error_; }

private:
    void open_temporary();

    std::string path_;
    std::string temporary_;
    int descriptor_ = -1;
    int error_ = 0;
    HoldSignals hold_;
};

}  // namespace flatline::tool
