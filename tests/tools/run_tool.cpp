#include "run_tool.hpp"
#include "support/paths.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

extern char** environ;

namespace flatline::engine::tool_test {
namespace {

void put(std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
    }
    return ~crc;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
    std::vector<char*> out;
    for (std::string& s : strings) out.push_back(s.data());
    out.push_back(nullptr);
    return out;
}

/// Linux counts the peak of the process that starts a program as the program's own. This gives back
/// what earlier tests have freed and lets their peak be forgotten.
void forget_own_peak() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    std::ofstream("/proc/self/clear_refs") << 5;
}

}  // namespace

Outcome run_tool(const std::vector<std::string>& arguments, std::string_view standard_input,
                 const std::vector<std::string>& environment) {
    // Files, not pipes: nothing can block, however much is written.
    const TempFolder folder;
    const std::string in = folder.write("in", standard_input);
    const std::string out = folder.path("out");
    const std::string err = folder.path("err");

    std::vector<std::string> words{paths::tool()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<std::string> variables = environment;
    for (char** v = environ; *v != nullptr; ++v) variables.emplace_back(*v);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    constexpr int kWrite = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&actions, 0, in.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), kWrite, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), kWrite, 0600);
    pid_t child = 0;
    forget_own_peak();
    const int failure = posix_spawn(&child, words[0].c_str(), &actions, nullptr,
                                    pointers(words).data(), pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    EXPECT_EQ(failure, 0) << "cannot start " << words[0];
    int status = 0;
    rusage usage = {};
    if (failure == 0) wait4(child, &status, 0, &usage);

    Outcome run;
    run.exit_code = failure == 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    run.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
    run.out = bytes_of(out);
    run.err = bytes_of(err);
    return run;
}

std::vector<nlohmann::json> Outcome::lines() const {
    std::vector<nlohmann::json> objects;
    std::istringstream stream(out);
    for (std::string line; std::getline(stream, line);) {
        auto object = nlohmann::json::parse(line, nullptr, false);
        EXPECT_FALSE(object.is_discarded()) << "not JSON: " << line;
        if (!object.is_discarded()) objects.push_back(std::move(object));
    }
    return objects;
}

std::string without_seconds(const std::string& text) {
    constexpr std::string_view kSeconds = R"(,"seconds":)";
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t found = std::min(text.find(kSeconds, at), text.size());
        out.append(text, at, found - at);
        at = std::min(text.find_first_of(",}", found + 1), text.size());
    }
    return out;
}

std::vector<nlohmann::json> Outcome::of_type(std::string_view type) const {
    std::vector<nlohmann::json> objects;
    for (auto& object : lines()) {
        if (object.value("type", "") == type) objects.push_back(object);
    }
    return objects;
}

nlohmann::json Outcome::object() const {
    auto object = nlohmann::json::parse(out, nullptr, false);
    EXPECT_FALSE(object.is_discarded()) << "not JSON: " << out.substr(0, 500);
    return object.is_discarded() ? nlohmann::json() : object;
}

std::string fixture(std::string_view name) {
    return (paths::source() + "/tests/maps/").append(name);
}

std::string bytes_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    EXPECT_TRUE(stream.good()) << path;
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string TempFolder::path(std::string_view name) const {
    return name.empty() ? folder_.path().native() : folder_.at(std::string(name));
}

std::string make_wad(const Lumps& lumps) {
    std::string data;
    std::string directory;
    for (const auto& [name, bytes] : lumps) {
        put(directory, 12 + data.size(), 4);
        put(directory, bytes.size(), 4);
        std::array<char, 8> padded = {};
        name.copy(padded.data(), padded.size());
        directory.append(padded.data(), padded.size());
        data += bytes;
    }
    std::string wad = "PWAD";
    put(wad, lumps.size(), 4);
    put(wad, 12 + data.size(), 4);
    return wad + data + directory;
}

Lumps map_lumps(const std::string& label, const std::string& textmap) {
    return {{label, ""}, {"TEXTMAP", textmap}, {"ENDMAP", ""}};
}

std::string make_zip(const Lumps& files) {
    std::string data;
    std::string directory;
    for (const auto& [name, bytes] : files) {
        std::string common;
        put(common, 10, 2);  // version needed
        put(common, 0, 2);   // flags
        put(common, 0, 2);   // stored
        put(common, 0x58210000, 4);
        put(common, crc32(bytes), 4);
        put(common, bytes.size(), 4);
        put(common, bytes.size(), 4);
        put(common, name.size(), 2);
        put(common, 0, 2);
        put(directory, 0x02014b50, 4);
        put(directory, 20, 2);  // made by
        directory += common;
        put(directory, 0, 2);  // comment
        put(directory, 0, 2);  // disk
        put(directory, 0, 2);
        put(directory, 0, 4);
        put(directory, data.size(), 4);
        directory += name;
        put(data, 0x04034b50, 4);
        data += common + name + bytes;
    }
    std::string end;
    put(end, 0x06054b50, 4);
    put(end, 0, 4);
    put(end, files.size(), 2);
    put(end, files.size(), 2);
    put(end, directory.size(), 4);
    put(end, data.size(), 4);
    put(end, 0, 2);
    return data + directory + end;
}

std::string small_map(std::string_view extra) {
    std::string map = "namespace = \"zdoom\";\n";
    map.append(extra);
    for (const char* v : {"x = 0; y = 0;", "x = 0; y = 64;", "x = 64; y = 64;"}) {
        map += std::string("vertex { ") + v + " }\n";
    }
    for (int i = 0; i < 3; ++i) {
        map += "linedef { v1 = " + std::to_string(i) + "; v2 = " + std::to_string((i + 1) % 3) +
               "; sidefront = " + std::to_string(i) + "; blocking = true; }\n" +
               "sidedef { sector = 0; texturemiddle = \"A\"; }\n";
    }
    map += "sector { texturefloor = \"A\"; textureceiling = \"B\"; }\n";
    map += "thing { x = 16; y = 32; type = 11; }\n";
    return map;
}

}  // namespace flatline::engine::tool_test
