// Bakes maps into strings, opens them again, and says what differs.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bake/format.hpp"
#include "bake/hash.hpp"
#include "model/bake.hpp"
#include "support/map_content.hpp"

namespace baked_tools {

using flatline::engine::BakedOptions;
using flatline::engine::BakeOptions;
using flatline::engine::Bytes;
using flatline::engine::Doom3Map;
using flatline::engine::Map;
using flatline::engine::Opened;
using flatline::engine::Status;

/// Bytes at a multiple of 64 that are as long as they have to be, so that AddressSanitizer sees a
/// step over their end.
class File {
public:
    File() = default;
    explicit File(std::string_view bytes) : size_(bytes.size()) {
        words_.reset(new (std::align_val_t{64}) unsigned char[size_ + 1]);
        if (size_ != 0) std::memcpy(words_.get(), bytes.data(), size_);
    }
    Bytes bytes() const { return {words_.get(), size_}; }
    std::string_view text() const { return {reinterpret_cast<char*>(words_.get()), size_}; }
    unsigned char& operator[](std::size_t i) { return words_[i]; }
    std::size_t size() const { return size_; }

    /// Puts the checksum of what it holds now.
    void sum_up() {
        constexpr std::size_t kFrom = flatline::engine::bake::kSummedFrom;
        if (size_ < kFrom) return;
        const std::uint64_t sum =
            flatline::engine::bake::hash64({words_.get() + kFrom, size_ - kFrom});
        std::memcpy(words_.get() + 8, &sum, sizeof sum);
    }

private:
    struct Free {
        void operator()(unsigned char* bytes) const {
            operator delete[](bytes, std::align_val_t{64});
        }
    };
    std::unique_ptr<unsigned char[], Free> words_;
    std::size_t size_ = 0;
};

inline flatline::engine::Sink sink_of(std::string& out) {
    return {[](void* context, const unsigned char* bytes, std::size_t size) {
                static_cast<std::string*>(context)->append(reinterpret_cast<const char*>(bytes),
                                                           size);
                return true;
            },
            &out};
}

/// "" where it could not be baked.
template <class AnyMap>
File bake(const AnyMap& map, const BakeOptions& options = {}) {
    std::string out;
    const Status status = flatline::engine::bake_map(map, options, sink_of(out));
    return status == Status::ok ? File(out) : File();
}

inline std::string findings_of(const flatline::engine::FindingList& list) {
    std::string all(reinterpret_cast<const char*>(list.kept().data()),
                    list.kept().size() * sizeof(flatline::engine::Finding));
    return all + " " + std::to_string(list.errors()) + " " + std::to_string(list.warnings()) + " " +
           std::to_string(list.notes());
}

/// What differs between a map of a load and the same baked and opened; "" for nothing.
inline std::string difference(const Map& map, const flatline::engine::FindingList& findings,
                              const BakedOptions& options = {}) {
    BakeOptions with;
    with.findings = &findings;
    with.memory = {3, 2, true};
    const File file = bake(map, with);
    if (file.size() == 0) return "not baked";
    const Opened<Map> opened = flatline::engine::open_baked(file.bytes(), options);
    if (!opened) return "not opened";
    if (map_content::of(map) != map_content::of(opened.value)) return "another map";
    if (map_content::of_products(map) != map_content::of_products(opened.value)) {
        return "other products";
    }
    if (map.own_namespace() != opened.value.own_namespace()) return "another namespace";
    if (map.format() != opened.value.format()) return "another format";
    if (findings_of(findings) != findings_of(opened.findings)) return "other findings";
    if (opened.of_load.announced != 3 || opened.of_load.used != 2 || !opened.of_load.by_size) {
        return "other memory of the load";
    }
    // Strings have new places, and there they stay.
    with.findings = &opened.findings;
    if (bake(opened.value, with).text() != file.text()) return "another file of the opened map";
    return "";
}

template <class T>
void append_doom3(std::string& all, const T* data, std::size_t count) {
    map_content::append_array(all, data, count);
}

inline std::string content_of(const Doom3Map& map) {
    const flatline_doom3_arrays& a = map.arrays();
    std::string all(map.source());
    append_doom3(all, a.entities, a.entity_count);
    append_doom3(all, a.pairs, a.pair_count);
    append_doom3(all, a.primitive_pairs, a.primitive_pair_count);
    append_doom3(all, a.brushes, a.brush_count);
    append_doom3(all, a.sides, a.side_count);
    append_doom3(all, a.quake_textures, a.quake_texture_count);
    append_doom3(all, a.patches, a.patch_count);
    append_doom3(all, a.points, a.point_count);
    append_doom3(all, a.materials, a.material_count);
    map_content::append_value(all, map.has_version() ? map.version() : -1.0);
    return all + (map.complete() ? "complete" : "partial");
}

inline std::string difference(const Doom3Map& map, const flatline::engine::FindingList& findings) {
    BakeOptions with;
    with.findings = &findings;
    const File file = bake(map, with);
    if (file.size() == 0) return "not baked";
    const Opened<Doom3Map> opened = flatline::engine::open_baked_doom3(file.bytes());
    if (!opened) return "not opened";
    if (content_of(map) != content_of(opened.value)) return "another map";
    if (findings_of(findings) != findings_of(opened.findings)) return "other findings";
    return bake(opened.value, with).text() == file.text() ? "" : "another file of the opened map";
}

}  // namespace baked_tools
