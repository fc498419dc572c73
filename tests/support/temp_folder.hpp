// A folder for the files of one test.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace testing_support {

class TempFolder {
public:
    TempFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "flatline-XXXXXX").string();
        const char* const made = ::mkdtemp(name.data());
        EXPECT_NE(made, nullptr);
        if (made != nullptr) path_ = name;
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    ~TempFolder() {
        std::error_code error;
        if (!path_.empty()) std::filesystem::remove_all(path_, error);
    }

    const std::filesystem::path& path() const { return path_; }
    /// Absolute path of a file in it; the folders of `name` are made.
    std::string write(const std::string& name, std::string_view bytes) const {
        const std::filesystem::path path = path_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream stream(path, std::ios::binary);
        stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        EXPECT_TRUE(stream.good()) << path;
        return path.string();
    }
    std::string at(const std::string& name) const { return (path_ / name).string(); }
    /// Runs a shell command inside it, silently. True if it succeeded.
    bool run(const std::string& command) const {
        const std::string line = "cd '" + path_.string() + "' && (" + command + ") >/dev/null 2>&1";
        return std::system(line.c_str()) == 0;
    }

private:
    std::filesystem::path path_;
};

}  // namespace testing_support
