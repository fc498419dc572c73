// config_folder.hpp: opens the files of a game configuration's folder by name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "model/archive.hpp"

namespace flatline::engine::tool {

/// The files of a folder and below. Nothing is listed: a configuration may lie anywhere, and only
/// the files that it includes are asked for. Links are passed over.
class ConfigFolder final : public Source {
public:
    /// `most_bytes`: no file is read further. `most_names`: of folders that are looked through for
    /// names in another case, in all: a configuration may have thousands of includes.
    ConfigFolder(std::string folder, std::uint64_t most_bytes, std::uint64_t most_names)
        : folder_(std::move(folder)), most_bytes_(most_bytes), names_left_(most_names) {}

    bool packed() const noexcept override { return false; }
    [[nodiscard]] bool list(std::uint64_t, Entries&) noexcept override { return true; }
    std::unique_ptr<File> open(std::string_view path) noexcept override;

private:
    std::string folder_;
    std::uint64_t most_bytes_;
    std::uint64_t names_left_;
};

}  // namespace flatline::engine::tool
