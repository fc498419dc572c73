// Archives of resources in memory, and what is found while they are read.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/resources.hpp"
#include "support/fake_file.hpp"
#include "support/wad_builder.hpp"

namespace resources_test {

using flatline::engine::ResourceKind;

/// Resources, and "rule path a b" of each finding, one a line.
struct Told {
    flatline::engine::Resources resources;
    std::string findings;
    flatline::engine::Finding last = {};

    explicit Told(flatline::engine::ResourcesOptions options = {}) {
        options.report = [](void* context, std::string_view path,
                            const flatline::engine::Finding& f) {
            Told& told = *static_cast<Told*>(context);
            told.last = f;
            std::string& out = told.findings;
            out += std::string(flatline::engine::rule_rows()[f.rule].id);
            if (!path.empty()) out += " " + std::string(path);
            if (f.offset != FLATLINE_NO_OFFSET) out += " @" + std::to_string(f.offset);
            out += "\n";
        };
        options.context = this;
        resources = flatline::engine::Resources(options);
    }
    Told(const Told&) = delete;
    Told& operator=(const Told&) = delete;

    flatline::engine::Status add_wad(const testing_support::WadBuilder& wad) {
        flatline::engine::Archive archive = testing_support::open_bytes(wad.build());
        return resources.add_archive(archive);
    }
    flatline::engine::Status add_tree(std::vector<std::pair<std::string, std::string>> files) {
        flatline::engine::Archive archive = testing_support::open_tree(std::move(files));
        return resources.add_archive(archive);
    }
    flatline::engine::Status add_config(std::vector<std::pair<std::string, std::string>> files,
                                        std::string_view path = "game.cfg") {
        flatline::engine::Archive archive = testing_support::open_tree(std::move(files), {}, false);
        return resources.add_game_config(archive, path);
    }
    bool texture(std::string_view name) const {
        return resources.knows(ResourceKind::texture, name);
    }
    bool flat(std::string_view name) const { return resources.knows(ResourceKind::flat, name); }
};

/// A TEXTURE1 lump of these names, each 64 pixels wide and 128 high.
inline std::string texture_lump(const std::vector<std::string>& names) {
    std::string out;
    testing_support::put_u32(out, static_cast<std::uint32_t>(names.size()));
    for (std::size_t i = 0; i < names.size(); ++i) {
        testing_support::put_u32(out, static_cast<std::uint32_t>(4 + names.size() * 4 + i * 22));
    }
    for (std::string name : names) {
        name.resize(8);
        out += name;
        testing_support::put_u32(out, 0);
        testing_support::put_u16(out, 64);
        testing_support::put_u16(out, 128);
        testing_support::put_u32(out, 0);
        testing_support::put_u16(out, 0);
    }
    return out;
}

}  // namespace resources_test
