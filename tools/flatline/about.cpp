#include "about.hpp"

#include <fmt/format.h>

#include <CLI/Version.hpp>

#include "control/config.hpp"
#include "draw/png.hpp"
#include "model/build_facts.hpp"
#include "open.hpp"

// For its version alone; engine/bake/hash.cpp, which uses it, asks in the same way.
#if __has_include(<xxhash.h>)
#include <xxhash.h>
#endif

namespace flatline::engine::tool {
namespace {

/// Libraries of a build, separated by commas.
class LibraryList {
public:
    void add(std::string_view name, std::string_view version) {
        if (!version.empty()) add(fmt::format("{} {}", name, version));
    }
    void add(std::string_view words) {
        if (words.empty()) return;
        if (!text_.empty()) text_ += ", ";
        text_ += words;
    }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

std::string fmt_version() {
    constexpr int kVersion = FMT_VERSION;
    return fmt::format("{}.{}.{}", kVersion / 10000, kVersion / 100 % 100, kVersion % 100);
}

std::string xxhash_version() {
#ifdef XXH_VERSION_NUMBER
    return fmt::format("{}.{}.{}", XXH_VERSION_MAJOR, XXH_VERSION_MINOR, XXH_VERSION_RELEASE);
#else
    return {};
#endif
}

}  // namespace

std::string about() {
    const BuildFacts facts = build_facts();
    LibraryList libraries;
    libraries.add("zlib", facts.zlib);
    libraries.add("libdeflate", facts.libdeflate);
    libraries.add(archive_libraries());
    libraries.add("libpng", png_version());
    libraries.add("fmt", fmt_version());
    libraries.add("CLI11", CLI11_VERSION);
    libraries.add("toml++", toml_version());
    libraries.add("xxHash", xxhash_version());
    return fmt::format(
        "compiler: {}, for {}\nlibraries: {}\n"
        "kernels: texts {}, doubles {}\n",
        facts.compiler, facts.machine, libraries.text(), facts.text_kernel, facts.doubles);
}

}  // namespace flatline::engine::tool
