#include "physfs/method_name.hpp"

#include <charconv>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "archive/names.hpp"
#include "model/view.hpp"

namespace flatline::engine::physfs {
namespace {

struct MethodRow {
    std::uint64_t method;
    std::string_view name;
};
constexpr MethodRow kZipMethods[] = {
    {1, "shrink"},   {2, "reduce 1"}, {3, "reduce 2"}, {4, "reduce 3"},
    {5, "reduce 4"}, {6, "implode"},  {9, "deflat64"}, {12, "bzip2"},
    {14, "LZMA"},    {93, "zstd"},    {95, "XZ"},      {98, "PPMd"},
};
constexpr MethodRow kSevenZipMethods[] = {
    {0x030401, "PPMd"},   {0x040109, "deflat64"}, {0x040202, "bzip2"},    {0x0303011B, "BCJ2"},
    {0x04F71101, "zstd"}, {0x04F71104, "LZ4"},    {0x04F71102, "brotli"},
};

std::int64_t pack(View<MethodRow> rows, std::uint64_t method, std::string_view mark,
                  int base) noexcept {
    for (const MethodRow& row : rows) {
        if (row.method == method) return archive::pack_lump_name(row.name);
    }
    char text[24] = {};
    std::memcpy(text, mark.data(), mark.size());
    std::to_chars(text + mark.size(), text + sizeof text, method, base);
    return archive::pack_lump_name(std::string_view(text, 8));
}

}  // namespace

std::int64_t pack_zip_method(std::uint64_t method) noexcept {
    return pack({kZipMethods, std::size(kZipMethods)}, method, "no.", 10);
}

std::int64_t pack_seven_zip_method(std::uint64_t id) noexcept {
    return pack({kSevenZipMethods, std::size(kSevenZipMethods)}, id, "id ", 16);
}

}  // namespace flatline::engine::physfs
