// Fuzzer of the checker, end to end: any bytes as a WAD or a bare map that is checked with
// everything there is: its own textures and classes as resources, all rules, BEHAVIOR, verdicts,
// places. Twice; both must say the same.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "fuzz/harness/structure.hpp"
#include "fuzz/harness/walk.hpp"

namespace {

std::string check_file(const std::shared_ptr<const fuzz::Content>& content, std::uint8_t choice) {
    const flatline::engine::Limits limits = fuzz::limits_of(choice);
    flatline::engine::Archive archive = flatline::engine::Archive::from_file(
        std::make_unique<fuzz::MemoryFile>(content), fuzz::name_of(choice), limits);
    flatline::engine::ResourcesOptions options;
    options.limits = limits;
    options.texture_sizes = true;
    flatline::engine::Resources resources(options);
    const flatline::engine::Status status = resources.add_archive(archive);
    fuzz::require(
        status == flatline::engine::Status::ok || status == flatline::engine::Status::refused,
        "memory does not run out");
    return fuzz::Walk(choice).over(archive, &resources);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    return fuzz::mutate_with(fuzz::mutate_wad, data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto content = std::make_shared<const fuzz::Content>(data + 1, size - 1);
    const std::string first = check_file(content, data[0]);
    fuzz::require(first == check_file(content, data[0]), "a second check is equal");
    return 0;
}
