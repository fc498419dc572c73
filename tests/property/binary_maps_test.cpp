// Properties of the loader over random binary maps and random directories: both are read as the
// reference reads them, in every namespace.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/archive_map.hpp"
#include "property/binary_model.hpp"
#include "property/check_property.hpp"
#include "reference/binary_explain.hpp"
#include "support/fake_file.hpp"

namespace binary_maps_test {

using property::check_property;
using property::require;
using property::Tape;
using reference::BinaryMap;

std::string hex(const BinaryMap& map) {
    const char* const digits = "0123456789abcdef";
    std::string out;
    for (const auto& [name, lump] : map.lumps) {
        out += name + ":";
        for (const char c : lump) {
            out += ' ';
            out += digits[static_cast<unsigned char>(c) >> 4];
            out += digits[static_cast<unsigned char>(c) & 15];
        }
        out += "\n";
    }
    return out;
}

void require_same(const BinaryMap& map, const std::string& map_namespace) {
    for (const bool repair : {false, true}) {
        const std::string found = binary_compare::explained(map, map_namespace, repair);
        require(found.empty(), map_namespace + (repair ? ", repaired: " : ": ") + found, hex(map));
    }
}

TEST(BinaryMaps, AreReadAsByTheReferenceInAllNamespaces) {
    check_property([](Tape tape, Tape) {
        const BinaryMap map = property::any_binary_map(tape);
        for (const char* name : {"", "doom", "heretic", "hexen", "strife", "zdoom", "eternity",
                                 "dsda", "woof", "srb2", "vavoom", "mine"}) {
            require_same(map, name);
        }
    });
}

// Text and binary share the loader's memory: what one load leaves there is nobody's later.
TEST(BinaryMaps, ALoaderThatHasLoadedOthersGivesTheSame) {
    check_property([](Tape tape, Tape noise) {
        flatline::engine::Loader loader;
        const BinaryMap first = property::any_binary_map(noise);
        const BinaryMap map = property::any_binary_map(tape);
        const std::string text = reference::write_udmf(first).text;
        for (int i = 0; i < 2; ++i) {
            auto other = i == 0 ? loader.load_borrowed(load_text::bytes(text))
                                : loader.load_binary_borrowed(binary_compare::lumps_of(first));
            if (other) loader.recycle(std::move(other.value));
            const auto result = loader.load_binary_borrowed(binary_compare::lumps_of(map));
            const std::string found = binary_compare::difference(result, map);
            require(found.empty(), found, hex(map));
        }
    });
}

// ---- directories ----

// "label format", and what is wrong with the map.
std::string listed(const flatline::engine::Archive& archive) {
    std::string out;
    for (const flatline::engine::MapEntry& map : archive.maps()) {
        if (map.format == flatline::engine::MapFormat::udmf) continue;
        out += std::string(map.name) + " " +
               std::string(flatline::engine::map_format_name(map.format)) + ":";
        for (const flatline::engine::MapLump& lump : map.lumps) out += " " + std::string(lump.name);
        out += "\n";
    }
    return out;
}

std::string listed(const std::vector<BinaryMap>& maps) {
    std::string out;
    for (const BinaryMap& map : maps) {
        out += map.name + " " + (map.hexen() ? "hexen" : "doom") + ":";
        for (const std::string& name : map.order) out += " " + name;
        out += "\n";
    }
    return out;
}

TEST(BinaryMaps, AreFoundInAnyDirectory) {
    check_property([](Tape tape, Tape) {
        const char* const labels[] = {"MAP01", "E1M1", "THINGS", "REJECT", "X", "SCRIPTS"};
        const char* const other[] = {"BEHAVIOR", "SCRIPTS", "LEAFS",  "LIGHTS",
                                     "MACROS",   "GL_VERT", "things", "Linedefs",
                                     "SECTORS",  "PLAYPAL", "MAP02",  "NODES"};
        testing_support::WadBuilder wad;
        std::string names;
        const auto add = [&](const std::string& name) {
            wad.lump(name, "");
            names += name + "\n";
        };
        const std::uint32_t groups = tape.between(1, 4);
        for (std::uint32_t i = 0; i < groups; ++i) {
            if (tape.once_in(6)) {
                for (const char* name : {"MAP03", "TEXTMAP", "ENDMAP"}) add(name);
                continue;
            }
            if (!tape.once_in(8)) add(tape.pick(labels));
            std::vector<std::string> lumps(testing_support::kBinaryLumps.begin(),
                                           testing_support::kBinaryLumps.end());
            if (tape.once_in(3)) {
                for (std::size_t k = 0; k < lumps.size(); ++k) {
                    std::swap(lumps[k], lumps[tape.below(10)]);
                }
            }
            for (const std::string& name : lumps) {
                if (!tape.once_in(10)) add(name);
                if (tape.once_in(20)) add(tape.pick(other));
            }
            if (tape.once_in(3)) add(tape.pick(other));
        }
        const std::string bytes = wad.build();
        const std::string found = listed(testing_support::open_bytes(bytes));
        const std::string expected = listed(reference::binary_maps(bytes));
        require(found == expected, "found\n" + found + "against\n" + expected, names);
    });
}

}  // namespace binary_maps_test
