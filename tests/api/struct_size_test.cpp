// What flatline.h promises of structs that begin with their size, of each of them: one of an older
// header, one of a later header, and sizes that no header has.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "flatline/flatline.h"
#include "support/host_files.hpp"
#include "support/paths.hpp"
#include "support/wad_builder.hpp"

namespace capi_struct_size_test {

// A map that binary lumps can hold.
constexpr char kPlain[] = "namespace = \"doom\"; vertex { x = 1; y = 2; }";
constexpr char kUser[] = "namespace = \"zdoom\"; vertex { x = 1; y = 2; user_a = 1; }";
constexpr char kDoom3[] = "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n";

flatline_sink sink_to(std::vector<unsigned char>& file) {
    const auto write = [](void* context, const void* bytes, size_t size) {
        const auto* from = static_cast<const unsigned char*>(bytes);
        auto* to = static_cast<std::vector<unsigned char>*>(context);
        to->insert(to->end(), from, from + size);
        return 1;
    };
    return {write, &file};
}

// What the calls need besides the struct.
struct World {
    World() : text(testing_support::square_text()) {
        files.files = {{"a.wad", testing_support::WadBuilder().map("MAP01", text).build()}};
        flatline_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map);
        flatline_load_borrowed(nullptr, kPlain, sizeof kPlain - 1, nullptr, &plain);
        flatline_load_borrowed(nullptr, kUser, sizeof kUser - 1, nullptr, &user);
        flatline_doom3_load_borrowed(nullptr, kDoom3, sizeof kDoom3 - 1, nullptr, &doom3);
        flatline_limits_default(&no_memory);
        for (const char* name : {"arena-bytes", "text-bytes", "resource-names"}) {
            EXPECT_EQ(flatline_limits_set(&no_memory, name, "0"), FLATLINE_OK);
        }
        sink.write = [](void*, const void*, size_t) { return 1; };
        sinks = {sink, sink, sink, sink, sink};
        std::vector<unsigned char> file;
        const flatline_sink to_file = sink_to(file);
        EXPECT_EQ(flatline_map_bake(map, &to_file, nullptr), FLATLINE_OK);
        baked.resize(file.size() / sizeof baked[0]);
        std::memcpy(baked.data(), file.data(), file.size());
    }
    World(const World&) = delete;
    World& operator=(const World&) = delete;
    ~World() {
        flatline_free(map);
        flatline_free(plain);
        flatline_free(user);
        flatline_free(doom3);
    }

    std::string text;
    capi_tools::HostFiles files;
    flatline_map* map = nullptr;
    flatline_map* plain = nullptr;
    flatline_map* user = nullptr;
    flatline_doom3_map* doom3 = nullptr;
    flatline_limits no_memory;
    flatline_sink sink = {};
    flatline_binary_sinks sinks = {};
    std::vector<std::uint64_t> baked;  // the map, at a multiple of 8
};

// One struct as bytes: what is good, what is not, and a call that takes it.
struct Row {
    std::string name;
    std::vector<unsigned char> good;
    std::size_t alignment;
    std::size_t last_end;                              // of its last member
    std::size_t spoiled_from, spoiled_end;             // a member ...
    std::function<void(void*)> spoil;                  // ... that this sets so that the call fails
    std::function<flatline_status(const void*)> call;  // frees what it made
    // Null where the struct has no memory.
    std::function<void(void*, const flatline_memory_hooks&)> set_memory = nullptr;
};

class Table {
public:
    explicit Table(World& world) : w_(world) {
        add_loads();
        add_builds();
        add_archives();
        add_writers();
        add_baking();
    }
    const std::vector<Row>& rows() const { return rows_; }

private:
    template <class Struct, class Member, class Last, class Call>
    void add(const char* name, const Struct& good, Member Struct::*member, Member bad,
             Last Struct::*last, Call call) {
        const auto offset = [&good](auto pointer) {
            return static_cast<std::size_t>(reinterpret_cast<const char*>(&(good.*pointer)) -
                                            reinterpret_cast<const char*>(&good));
        };
        const auto* bytes = reinterpret_cast<const unsigned char*>(&good);
        rows_.push_back(
            {name,
             {bytes, bytes + sizeof good},
             alignof(Struct),
             offset(last) + sizeof(Last),
             offset(member),
             offset(member) + sizeof(Member),
             [member, bad](void* given) { static_cast<Struct*>(given)->*member = bad; },
             [call](const void* given) { return call(static_cast<const Struct*>(given)); }});
        if constexpr (requires { good.memory; }) {
            rows_.back().set_memory = [](void* given, const flatline_memory_hooks& memory) {
                static_cast<Struct*>(given)->memory = memory;
            };
        }
    }

    void add_loads() {
        World& w = w_;
        add("flatline_options", flatline_options(FLATLINE_OPTIONS_INIT), &flatline_options::repair,
            std::int32_t{99}, &flatline_options::extras, [&w](const flatline_options* given) {
                flatline_map* map = nullptr;
                const flatline_status status =
                    flatline_load_borrowed(nullptr, w.text.data(), w.text.size(), given, &map);
                flatline_free(map);
                return status;
            });
        add("flatline_doom3_options", flatline_doom3_options(FLATLINE_DOOM3_OPTIONS_INIT),
            &flatline_doom3_options::limits, static_cast<const flatline_limits*>(&w.no_memory),
            &flatline_doom3_options::work, [](const flatline_doom3_options* given) {
                flatline_doom3_map* map = nullptr;
                const flatline_status status =
                    flatline_doom3_load_borrowed(nullptr, kDoom3, sizeof kDoom3 - 1, given, &map);
                flatline_free(map);
                return status;
            });
        add("flatline_binary_lumps", flatline_binary_lumps(FLATLINE_BINARY_LUMPS_INIT),
            &flatline_binary_lumps::things, flatline_lump{nullptr, 1},
            &flatline_binary_lumps::unused, [](const flatline_binary_lumps* given) {
                return flatline_memory_bound_binary(given, nullptr, nullptr, nullptr);
            });
    }

    void add_builds() {
        World& w = w_;
        const flatline_limits* const low = &w.no_memory;
        add("flatline_nodes_options", flatline_nodes_options(FLATLINE_NODES_OPTIONS_INIT),
            &flatline_nodes_options::limits, low, &flatline_nodes_options::unused,
            [&w](const flatline_nodes_options* given) {
                flatline_built_nodes* built = nullptr;
                const flatline_status status = flatline_build_nodes(w.map, given, &built);
                flatline_free(built);
                return status;
            });
        add("flatline_user_fields_options",
            flatline_user_fields_options(FLATLINE_USER_FIELDS_OPTIONS_INIT),
            &flatline_user_fields_options::limits, low, &flatline_user_fields_options::memory,
            [&w](const flatline_user_fields_options* given) {
                flatline_built_user_fields* built = nullptr;
                const flatline_status status = flatline_build_user_fields(w.user, given, &built);
                flatline_free(built);
                return status;
            });
        // It has no bad values, so a name that is read is taken for one.
        add("flatline_finding_source", flatline_finding_source(FLATLINE_FINDING_SOURCE_INIT),
            &flatline_finding_source::file, static_cast<const char*>("bad"),
            &flatline_finding_source::map, [](const flatline_finding_source* given) {
                const flatline_finding finding = {};
                char words[4] = "";
                if (flatline_describe_at(&finding, given, words, sizeof words) == 0) {
                    return FLATLINE_BAD_ARGUMENT;
                }
                return std::strcmp(words, "bad") == 0 ? FLATLINE_REFUSED : FLATLINE_OK;
            });
        add("flatline_runtime_options", flatline_runtime_options(FLATLINE_RUNTIME_OPTIONS_INIT),
            &flatline_runtime_options::limits, low, &flatline_runtime_options::jobs,
            [&w](const flatline_runtime_options* given) {
                flatline_built_runtime* built = nullptr;
                const flatline_status status =
                    flatline_build_runtime(w.map, FLATLINE_RUNTIME_ALL, given, &built);
                flatline_free(built);
                return status;
            });
        add("flatline_doom3_geometry_options",
            flatline_doom3_geometry_options(FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT),
            &flatline_doom3_geometry_options::limits, low,
            &flatline_doom3_geometry_options::progress,
            [&w](const flatline_doom3_geometry_options* given) {
                flatline_doom3_built_windings* windings = nullptr;
                const flatline_status status =
                    flatline_doom3_build_windings(w.doom3, given, &windings);
                flatline_free(windings);
                flatline_doom3_built_surfaces* surfaces = nullptr;
                // There is no patch, which takes no memory.
                EXPECT_EQ(flatline_doom3_build_surfaces(w.doom3, given, &surfaces),
                          status == FLATLINE_REFUSED ? FLATLINE_OK : status);
                flatline_free(surfaces);
                return status;
            });
        add("flatline_diff_options", flatline_diff_options(FLATLINE_DIFF_OPTIONS_INIT),
            &flatline_diff_options::limits, static_cast<const flatline_limits*>(&w.no_memory),
            &flatline_diff_options::unused, [&w](const flatline_diff_options* given) {
                flatline_diff_result* diff = nullptr;
                const flatline_status status = flatline_diff(w.map, w.map, given, &diff);
                flatline_free(diff);
                return status;
            });
        add("flatline_fix_options", flatline_fix_options(FLATLINE_FIX_OPTIONS_INIT),
            &flatline_fix_options::rule_count, std::size_t{1}, &flatline_fix_options::unused,
            [&w](const flatline_fix_options* given) {
                const flatline_named_lump text = {"TEXTMAP", {w.text.data(), w.text.size()}};
                flatline_fixed* fixed = nullptr;
                const flatline_status status = flatline_fix(&text, 1, given, &fixed);
                flatline_free(fixed);
                return status;
            });
        add("flatline_check_options", flatline_check_options(FLATLINE_CHECK_OPTIONS_INIT),
            &flatline_check_options::level_count, std::size_t{1}, &flatline_check_options::unused,
            [&w](const flatline_check_options* given) {
                flatline_report* report = nullptr;
                const flatline_status status = flatline_check(w.map, given, &report);
                flatline_free(report);
                EXPECT_EQ(flatline_doom3_check(w.doom3, given, &report), status);
                flatline_free(report);
                return status;
            });
        add("flatline_verdict_options", flatline_verdict_options(FLATLINE_VERDICT_OPTIONS_INIT),
            &flatline_verdict_options::znodes_size, std::size_t{1},
            &flatline_verdict_options::lump_count, [&w](const flatline_verdict_options* given) {
                flatline_verdict verdicts[FLATLINE_PORTS];
                return flatline_judge(w.map, given, verdicts);
            });
    }

    void add_archives() {
        World& w = w_;
        add("flatline_archive_options", flatline_archive_options(FLATLINE_ARCHIVE_OPTIONS_INIT),
            &flatline_archive_options::direct, std::int32_t{1}, &flatline_archive_options::memory,
            [&w](const flatline_archive_options* given) {
                const flatline_source source = w.files.source();
                flatline_archive* archive = nullptr;
                const flatline_status status =
                    flatline_archive_from_source(&source, given, &archive);
                flatline_free(archive);
                return status;
            });
        // Of its first members only `unused` can be wrong.
        rows_.back().spoiled_from = offsetof(flatline_archive_options, unused);
        rows_.back().spoiled_end = offsetof(flatline_archive_options, memory);
        rows_.back().spoil = [](void* given) {
            static_cast<flatline_archive_options*>(given)->unused = 1;
        };
        add("flatline_source", w.files.source(), &flatline_source::size,
            static_cast<decltype(flatline_source::size)>(nullptr), &flatline_source::release,
            [](const flatline_source* given) {
                flatline_archive* archive = nullptr;
                const flatline_status status =
                    flatline_archive_from_file(given, "a.wad", nullptr, &archive);
                flatline_free(archive);
                return status;
            });
        add("flatline_resources_options",
            flatline_resources_options(FLATLINE_RESOURCES_OPTIONS_INIT),
            &flatline_resources_options::limits, static_cast<const flatline_limits*>(&w.no_memory),
            &flatline_resources_options::context, [](const flatline_resources_options* given) {
                flatline_resources* resources = nullptr;
                flatline_status status = flatline_resources_new(given, &resources);
                if (status == FLATLINE_OK) {
                    status = flatline_resources_add(resources, FLATLINE_FLAT, "F", 0, 0);
                }
                flatline_free(resources);
                return status;
            });
    }

    void add_writers() {
        World& w = w_;
        add("flatline_textmap_options", flatline_textmap_options(FLATLINE_TEXTMAP_OPTIONS_INIT),
            &flatline_textmap_options::style, std::uint32_t{9}, &flatline_textmap_options::unused,
            [&w](const flatline_textmap_options* given) {
                return flatline_write_textmap(w.map, &w.sink, given, nullptr);
            });
        add("flatline_binary_options", flatline_binary_options(FLATLINE_BINARY_OPTIONS_INIT),
            &flatline_binary_options::format, std::uint32_t{FLATLINE_FORMAT_DOOM3},
            &flatline_binary_options::lossy, [&w](const flatline_binary_options* given) {
                return flatline_write_binary(w.plain, &w.sinks, given, nullptr);
            });
        add("flatline_map_lumps_options",
            flatline_map_lumps_options(FLATLINE_MAP_LUMPS_OPTIONS_INIT),
            &flatline_map_lumps_options::format, std::uint32_t{FLATLINE_FORMAT_DOOM3},
            &flatline_map_lumps_options::unused, [&w](const flatline_map_lumps_options* given) {
                flatline_map_lumps* lumps = nullptr;
                const flatline_status status = flatline_make_map_lumps(w.map, given, &lumps);
                flatline_free(lumps);
                return status;
            });
    }

    void add_baking() {
        World& w = w_;
        // They have no bad values: a file with another key is UNUSABLE.
        add("flatline_baked_options", flatline_baked_options(FLATLINE_BAKED_OPTIONS_INIT),
            &flatline_baked_options::text_size, std::size_t{1}, &flatline_baked_options::memory,
            [&w](const flatline_baked_options* given) {
                flatline_map* map = nullptr;
                const flatline_status status = flatline_map_open_baked(
                    w.baked.data(), w.baked.size() * sizeof w.baked[0], given, &map);
                flatline_free(map);
                return status;
            });
        static const uint8_t kKey[FLATLINE_BAKE_KEY_BYTES] = {7};
        add("flatline_bake_options", flatline_bake_options(FLATLINE_BAKE_OPTIONS_INIT),
            &flatline_bake_options::key, static_cast<const uint8_t*>(kKey),
            &flatline_bake_options::runtime, [&w](const flatline_bake_options* given) {
                std::vector<unsigned char> file;
                const flatline_sink sink = sink_to(file);
                const flatline_status status = flatline_map_bake(w.map, &sink, given);
                // What can be spoiled is the key.
                return status == FLATLINE_OK && file[64] == kKey[0] ? FLATLINE_REFUSED : status;
            });
    }

    World& w_;
    std::vector<Row> rows_;
};

// A struct of a size of its own in memory, with bytes that nobody set behind it. The memory is of
// that size exactly, so that a reader of one byte more is seen by the sanitizers.
class Given {
public:
    Given(const Row& row, std::size_t size, bool is_spoiled)
        : data_(static_cast<unsigned char*>(std::malloc(std::max(size, row.good.size())))) {
        std::vector<unsigned char> whole = row.good;
        if (is_spoiled) row.spoil(whole.data());
        std::memset(data_, 0, std::max(size, whole.size()));
        std::memcpy(data_, whole.data(), whole.size());
        if (size < whole.size()) {
            std::memset(data_ + size, 0xEE, whole.size() - size);
            data_ =
                static_cast<unsigned char*>(std::realloc(data_, std::max<std::size_t>(size, 1)));
        }
        std::memcpy(data_, &size, std::min(size, sizeof size));
    }
    Given(const Given&) = delete;
    Given& operator=(const Given&) = delete;
    ~Given() { std::free(data_); }
    unsigned char* data() { return data_; }

private:
    unsigned char* data_;
};

class CApiStructSize : public testing::Test {
protected:
    World world;
    Table table{world};
};

TEST_F(CApiStructSize, AnOlderHeaderHadFewerMembers) {
    for (const Row& row : table.rows()) {
        EXPECT_EQ(row.last_end, row.good.size())
            << row.name << " ends with padding, in which a later member would be read as garbage";
        const std::size_t first = row.spoiled_from > sizeof(std::size_t) ? 2 * row.alignment : 0;
        for (std::size_t size = std::max(first, 2 * row.alignment); size <= row.good.size();
             size += row.alignment) {
            SCOPED_TRACE(row.name + " of " + std::to_string(size));
            // The source of files has no defaults for its first members.
            const bool can_do = row.name != "flatline_source" ||
                                size >= offsetof(flatline_source, context) + sizeof(void*);
            Given good(row, size, false);
            EXPECT_EQ(row.call(good.data()) == FLATLINE_OK, can_do);
            Given spoiled(row, size, true);
            if (size <= row.spoiled_from && can_do) {
                EXPECT_EQ(row.call(spoiled.data()), FLATLINE_OK) << "it has not that member";
            } else if (size >= row.spoiled_end) {
                EXPECT_NE(row.call(spoiled.data()), FLATLINE_OK) << "it has that member";
            }
        }
    }
}

TEST_F(CApiStructSize, ALaterHeaderMayHaveMoreThatIsZero) {
    for (const Row& row : table.rows()) {
        for (const std::size_t more : {row.alignment, 5 * row.alignment}) {
            const std::size_t size = row.good.size() + more;
            SCOPED_TRACE(row.name + " of " + std::to_string(size));
            Given later(row, size, false);
            EXPECT_EQ(row.call(later.data()), FLATLINE_OK);
            for (const std::size_t at : {row.good.size(), size - 1}) {
                later.data()[at] = 1;
                EXPECT_EQ(row.call(later.data()), FLATLINE_BAD_ARGUMENT) << "set, and not known";
                later.data()[at] = 0;
            }
            EXPECT_EQ(row.call(later.data()), FLATLINE_OK);
        }
    }
}

TEST_F(CApiStructSize, SizesThatNoHeaderHas) {
    for (const Row& row : table.rows()) {
        Given given(row, row.good.size(), false);
        for (const std::size_t size :
             {std::size_t{0}, sizeof(std::size_t), row.good.size() - 1, row.good.size() + 1,
              std::size_t{1} << 13, SIZE_MAX, SIZE_MAX - row.alignment + 1}) {
            std::memcpy(given.data(), &size, sizeof size);
            EXPECT_EQ(row.call(given.data()), FLATLINE_BAD_ARGUMENT) << row.name << " of " << size;
        }
    }
}

TEST_F(CApiStructSize, HalfAMemoryIsRefused) {
    const auto acquire = [](void*, std::size_t) -> void* {
        ADD_FAILURE() << "memory was asked for";
        return nullptr;
    };
    const auto release = [](void*, void*, std::size_t) {
        ADD_FAILURE() << "memory was given back";
    };
    const flatline_memory_hooks halves[] = {{acquire, nullptr, nullptr, 0},
                                            {nullptr, release, nullptr, 0}};
    int structs = 0;
    for (const Row& row : table.rows()) {
        if (row.set_memory == nullptr) continue;
        ++structs;
        for (const flatline_memory_hooks& half : halves) {
            Given given(row, row.good.size(), false);
            row.set_memory(given.data(), half);
            EXPECT_EQ(row.call(given.data()), FLATLINE_BAD_ARGUMENT) << row.name;
        }
    }
    EXPECT_EQ(structs, 12);
    for (const flatline_memory_hooks& half : halves) {
        EXPECT_EQ(flatline_loader_create(&half), nullptr);
        EXPECT_EQ(flatline_loader_create(&half), nullptr);
    }
}

TEST_F(CApiStructSize, NoStructIsMissingHere) {
    std::set<std::string> known;
    for (const Row& row : table.rows()) known.insert(row.name);
    std::set<std::string> met;
    namespace fs = std::filesystem;
    for (const auto& entry : fs::directory_iterator(paths::source() + "/engine/include/flatline")) {
        std::ifstream file(entry.path());
        // Words: "struct", its name, "{", "size_t", the name of the size.
        std::string words[5];
        while (file >> words[4]) {
            if (words[0] == "struct" && words[2] == "{" && words[3] == "size_t" &&
                (words[4] == "size;" || words[4] == "struct_size;")) {
                met.insert(words[1]);
            }
            std::move(std::begin(words) + 1, std::end(words), std::begin(words));
        }
    }
    EXPECT_EQ(met, known);
}

}  // namespace capi_struct_size_test
