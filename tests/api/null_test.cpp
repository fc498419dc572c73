// What flatline.h says of NULL, of every function of it: all arguments zero, and then each pointer
// NULL by itself beside arguments that are good. tests/checks/c_calls.pl keeps the lists
// complete.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "flatline/flatline.h"
#include "support/host_files.hpp"
#include "support/wad_builder.hpp"

namespace capi_null_test {

// clang-format off
#define FLATLINE_C_FUNCTIONS(X) \
    X(flatline_version) X(flatline_status_name) X(flatline_limits_default) \
    X(flatline_limits_preset) X(flatline_limits_set) X(flatline_limits_get) \
    X(flatline_limit_name) X(flatline_limit_unit) X(flatline_limit_reason) \
    X(flatline_limit_ceiling) X(flatline_limit_preset_name) X(flatline_limit_preset_meaning) \
    X(flatline_work_of_file) X(flatline_buffer_allocate) X(flatline_buffer_copy) \
    X(flatline_status_of) X(flatline_findings) X(flatline_finding_count) X(flatline_has_rule) \
    X(flatline_memory) X(flatline_memory_by_size) X(flatline_dialect_name) X(flatline_namespace) \
    X(flatline_dialect_field) X(flatline_dialect_field_default) X(flatline_standard_field) X(flatline_find_field) \
    X(flatline_field_name) X(flatline_field_block) X(flatline_loader_create) \
    X(flatline_load_borrowed) X(flatline_load_owned) X(flatline_memory_bound) \
    X(flatline_format_name) X(flatline_map_format) X(flatline_map_arrays) X(flatline_map_text) \
    X(flatline_map_name) X(flatline_map_is_flat) X(flatline_map_floor_plane) \
    X(flatline_map_ceiling_plane) X(flatline_map_floor_source) X(flatline_map_ceiling_source) \
    X(flatline_z_at) X(flatline_plane_kind_name) X(flatline_map_textmap) \
    X(flatline_map_namespace) X(flatline_map_dialect) X(flatline_map_grammar) \
    X(flatline_map_column) X(flatline_column_find) X(flatline_column_find_from) \
    X(flatline_field_default) X(flatline_field_default_value) X(flatline_scatter) \
    X(flatline_fixed_of_text) X(flatline_map_value_text) X(flatline_map_fixed) \
    X(flatline_map_fixed_columns) X(flatline_map_given) X(flatline_map_stored) X(flatline_copy_name) \
    X(flatline_map_own_namespace) X(flatline_lumps_digest) \
    X(flatline_find_rule) X(flatline_rule_id) X(flatline_rule_severity) X(flatline_rule_is_repairable) X(flatline_rule_fix) X(flatline_fix_name) X(flatline_rule_numbers) \
    X(flatline_rule_sentence) X(flatline_rule_why) X(flatline_rule_mend) X(flatline_rule_ports) \
    X(flatline_make_finding) X(flatline_severity_name) X(flatline_element_name) \
    X(flatline_lump_name) X(flatline_describe) X(flatline_describe_at) \
    X(flatline_place) X(flatline_locate) \
    X(flatline_locate_field) X(flatline_load_binary_borrowed) X(flatline_load_binary_owned) \
    X(flatline_memory_bound_binary) X(flatline_build_nodes) X(flatline_read_nodes) \
    X(flatline_built_nodes_bsp) X(flatline_subsector_at) X(flatline_cell_at) \
    X(flatline_cells_on_segment) X(flatline_cells_in_box) X(flatline_line_marks_init) \
    X(flatline_line_marks_begin) X(flatline_line_marks_first) X(flatline_lines_in_box) \
    X(flatline_lines_near_segment) X(flatline_sees) X(flatline_build_runtime) \
    X(flatline_built_runtime_arrays) X(flatline_find_tag) X(flatline_build_user_fields) \
    X(flatline_built_user_fields_arrays) X(flatline_user_fields_of) X(flatline_find_user_name) \
    X(flatline_find_user_field) X(flatline_doom3_load_borrowed) X(flatline_doom3_load_owned) \
    X(flatline_doom3_map_arrays) X(flatline_doom3_map_text) X(flatline_doom3_map_value) \
    X(flatline_doom3_map_find) X(flatline_doom3_map_pair_key) X(flatline_doom3_map_pair_value) \
    X(flatline_doom3_map_class_name) X(flatline_doom3_map_material) X(flatline_doom3_map_source) \
    X(flatline_doom3_map_complete) X(flatline_doom3_local_plane) X(flatline_doom3_world_plane) \
    X(flatline_doom3_local_point) X(flatline_doom3_unescape) X(flatline_doom3_build_windings) \
    X(flatline_doom3_build_surfaces) X(flatline_doom3_built_windings_arrays) \
    X(flatline_doom3_built_surfaces_arrays) X(flatline_doom3_texture_s) \
    X(flatline_doom3_texture_t) X(flatline_doom3_is_degenerate_patch) \
    X(flatline_doom3_evaluate_patch) X(flatline_archive_from_file) \
    X(flatline_archive_from_source) X(flatline_archive_unusable) X(flatline_archive_broken) \
    X(flatline_archive_map_count) X(flatline_archive_map) X(flatline_archive_lump) \
    X(flatline_archive_find) X(flatline_archive_find_lump) X(flatline_archive_twin_of) \
    X(flatline_archive_finding) X(flatline_archive_load) X(flatline_archive_load_doom3) \
    X(flatline_archive_read_lump) X(flatline_archive_read_file) X(flatline_archive_directory_of) \
    X(flatline_archive_packed) X(flatline_archive_list) X(flatline_archive_open) \
    X(flatline_file_size) X(flatline_file_read_at) X(flatline_archive_is_damaged) \
    X(flatline_resources_new) X(flatline_resources_add) X(flatline_resources_add_thing_type) \
    X(flatline_resources_add_archive) X(flatline_resources_add_game_config) \
    X(flatline_resources_set_base) X(flatline_resources_knows) X(flatline_resources_has) \
    X(flatline_resources_has_thing_types) X(flatline_resources_has_classes) \
    X(flatline_resources_texture_size) X(flatline_resources_thing_type) \
    X(flatline_rule_default_level) X(flatline_check) X(flatline_doom3_check) \
    X(flatline_report_rule) X(flatline_judge) X(flatline_port_name) \
    X(flatline_judgement_name) X(flatline_verdict_table) X(flatline_port_fact) \
    X(flatline_diff) X(flatline_diff_changes) X(flatline_diff_fields) X(flatline_fix) \
    X(flatline_fixed_lumps) X(flatline_fixed_rows) X(flatline_fixed_changed) \
    X(flatline_written_bytes) X(flatline_write_textmap) X(flatline_write_binary) \
    X(flatline_make_map_lumps) X(flatline_map_lumps_get) X(flatline_write_wad) \
    X(flatline_archive_write_wad) X(flatline_archive_write_maps) X(flatline_bake_key) \
    X(flatline_map_bake) X(flatline_map_open_baked) X(flatline_map_baked_runtime) \
    X(flatline_doom3_bake_key) X(flatline_doom3_map_bake) X(flatline_doom3_map_open_baked)

#define FLATLINE_C_FREES(X) \
    X(flatline_free) X(flatline_recycle) X(flatline_buffer_free)
// clang-format on

// What a call gave, to be freed.
void drop(const char*) {}
template <class Handle>
void drop(Handle* made) {
    flatline_free(made);
}
void drop_result(flatline_loader* made) { flatline_free(made); }
void drop_result(flatline_buffer made) { flatline_buffer_free(&made); }
template <class Other>
void drop_result(const Other&) {}

constexpr char kDoom3[] = "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n";

// One good value of every type that the functions take.
class Good {
public:
    Good() {
        text_ = testing_support::square_text();
        files_.files = {{"a.wad", testing_support::WadBuilder().map("MAP01", text_).build()}};
        source_ = files_.source();
        flatline_limits_default(&limits_);
        flatline_line_marks_init(&marks_, numbers_, 64);
        sink_.write = [](void*, const void*, size_t) { return 1; };
        sinks_ = {sink_, sink_, sink_, sink_, sink_};
        loader_ = flatline_loader_create(nullptr);
        EXPECT_EQ(flatline_load_borrowed(nullptr, text_.data(), text_.size(), nullptr, &map_),
                  FLATLINE_OK);
        EXPECT_EQ(
            flatline_doom3_load_borrowed(nullptr, kDoom3, sizeof kDoom3 - 1, nullptr, &doom3_),
            FLATLINE_OK);
        EXPECT_EQ(flatline_archive_from_source(&source_, nullptr, &archive_), FLATLINE_OK);
        EXPECT_EQ(flatline_archive_open(archive_, "a.wad", &file_, nullptr), FLATLINE_OK);
        EXPECT_EQ(flatline_check(map_, nullptr, &report_), FLATLINE_OK);
        EXPECT_EQ(flatline_diff(map_, map_, nullptr, &diff_), FLATLINE_OK);
        const flatline_named_lump text = {"TEXTMAP", {text_.data(), text_.size()}};
        EXPECT_EQ(flatline_fix(&text, 1, nullptr, &fixed_), FLATLINE_OK);
        EXPECT_EQ(flatline_resources_new(nullptr, &resources_), FLATLINE_OK);
        EXPECT_EQ(flatline_write_textmap(map_, &sink_, nullptr, &written_), FLATLINE_OK);
        EXPECT_EQ(flatline_make_map_lumps(map_, nullptr, &lumps_), FLATLINE_OK);
        EXPECT_EQ(flatline_build_nodes(map_, nullptr, &nodes_), FLATLINE_OK);
        EXPECT_EQ(flatline_build_runtime(map_, FLATLINE_RUNTIME_ALL, nullptr, &runtime_),
                  FLATLINE_OK);
        EXPECT_EQ(flatline_build_user_fields(map_, nullptr, &user_fields_), FLATLINE_OK);
        EXPECT_EQ(flatline_doom3_build_windings(doom3_, nullptr, &windings_), FLATLINE_OK);
        EXPECT_EQ(flatline_doom3_build_surfaces(doom3_, nullptr, &surfaces_), FLATLINE_OK);
    }
    Good(const Good&) = delete;
    Good& operator=(const Good&) = delete;
    ~Good() {
        drop(user_fields_), drop(surfaces_), drop(windings_), drop(runtime_), drop(nodes_),
            drop(lumps_);
        drop(written_), drop(resources_), drop(diff_), drop(fixed_), drop(report_), drop(file_),
            drop(archive_);
        drop(doom3_), drop(map_);
        drop(loader_);
    }

    /// A value of this type: of numbers the one that was set, of what a call is to fill a fresh
    /// one.
    template <class T>
    T get() {
        if constexpr (std::is_same_v<T, double>) {
            return 1;
        } else if constexpr (std::is_integral_v<T>) {
            return static_cast<T>(number);
        } else if constexpr (std::is_pointer_v<T> && std::is_pointer_v<std::remove_pointer_t<T>>) {
            return &slot<std::remove_pointer_t<T>>();
        } else if constexpr (std::is_pointer_v<T>) {
            if constexpr (std::is_same_v<T, const void*>)
                return map_;  // a handle, or bytes to read
            return pointer<std::remove_cv_t<std::remove_pointer_t<T>>>();
        } else {
            return T{};
        }
    }
    template <class Out>
    static Out& slot() {
        static Out out;
        return out;
    }

    /// Frees the bytes that a call has read.
    void free_bytes() { flatline_buffer_free(&buffer_); }

    std::uint64_t number = 0;

private:
    template <class T>
    T* pointer() {
        auto own = std::tie(limits_, location_, marks_, sink_, sinks_, source_, buffer_, finding_,
                            memory_, level_, type_, lump_, pair_, side_, brush_, patch_, entity_,
                            winding_, vector_, tags_, column_, plane_, out_size_, real_);
        if constexpr (std::is_same_v<T, flatline_loader>)
            return loader_;
        else if constexpr (std::is_same_v<T, flatline_map>)
            return map_;
        else if constexpr (std::is_same_v<T, flatline_doom3_map>)
            return doom3_;
        else if constexpr (std::is_same_v<T, flatline_archive>)
            return archive_;
        else if constexpr (std::is_same_v<T, flatline_file>)
            return file_;
        else if constexpr (std::is_same_v<T, flatline_report>)
            return report_;
        else if constexpr (std::is_same_v<T, flatline_diff_result>)
            return diff_;
        else if constexpr (std::is_same_v<T, flatline_fixed>)
            return fixed_;
        else if constexpr (std::is_same_v<T, flatline_resources>)
            return resources_;
        else if constexpr (std::is_same_v<T, flatline_written>)
            return written_;
        else if constexpr (std::is_same_v<T, flatline_map_lumps>)
            return lumps_;
        else if constexpr (std::is_same_v<T, flatline_built_nodes>)
            return nodes_;
        else if constexpr (std::is_same_v<T, flatline_built_user_fields>)
            return user_fields_;
        else if constexpr (std::is_same_v<T, flatline_user_fields>)
            return const_cast<T*>(flatline_built_user_fields_arrays(user_fields_));
        else if constexpr (std::is_same_v<T, flatline_built_runtime>)
            return runtime_;
        else if constexpr (std::is_same_v<T, flatline_doom3_built_windings>)
            return windings_;
        else if constexpr (std::is_same_v<T, flatline_doom3_built_surfaces>)
            return surfaces_;
        else if constexpr (std::is_same_v<T, flatline_blockmap>)
            return const_cast<T*>(&flatline_map_arrays(map_)->blockmap);
        else if constexpr (std::is_same_v<T, flatline_reject>)
            return const_cast<T*>(&flatline_map_arrays(map_)->reject);
        else if constexpr (std::is_same_v<T, flatline_bsp>)
            return const_cast<T*>(flatline_built_nodes_bsp(nodes_));
        else if constexpr (std::is_same_v<T, flatline_doom3_point>)
            return points_;
        else if constexpr (std::is_same_v<T, flatline_verdict>)
            return verdicts_;
        else if constexpr (std::is_same_v<T, flatline_vertex>)
            return vertices_;
        else if constexpr (std::is_same_v<T, std::uint32_t>)
            return numbers_;
        else if constexpr (std::is_same_v<T, std::uint64_t>)
            return long_numbers_;
        else if constexpr (std::is_same_v<T, char>)
            return words_;
        else if constexpr (std::is_void_v<T>)
            return words_;
        else if constexpr (std::is_function_v<T>)
            return nullptr;  // tested with their context
        else if constexpr (has<T>(own))
            return &std::get<T&>(own);
        else
            return nullptr;  // options: NULL stands for the defaults
    }
    template <class T, class... All>
    static constexpr bool has(const std::tuple<All...>&) {
        return (std::is_same_v<T&, All> || ...);
    }

    std::string text_;
    capi_tools::HostFiles files_;
    char words_[256] = "a.wad";
    std::uint32_t numbers_[64] = {};
    std::uint64_t long_numbers_[64] = {};
    flatline_doom3_point points_[9] = {};
    flatline_verdict verdicts_[FLATLINE_PORTS] = {};
    flatline_vertex vertices_[2] = {};
    flatline_limits limits_ = {};
    flatline_location location_ = {};
    flatline_line_marks marks_ = {};
    flatline_sink sink_ = {};
    flatline_binary_sinks sinks_ = {};
    flatline_source source_ = {};
    flatline_buffer buffer_ = {};
    flatline_finding finding_ = {};
    flatline_memory_hooks memory_ = {};
    flatline_rule_level level_ = {};
    flatline_thing_type type_ = {};
    flatline_named_lump lump_ = {};
    flatline_doom3_pair pair_ = {};
    flatline_doom3_side side_ = {};
    flatline_doom3_brush brush_ = {};
    flatline_doom3_patch patch_ = {};
    flatline_doom3_entity entity_ = {};
    flatline_doom3_winding winding_ = {};
    flatline_doom3_vector vector_ = {};
    flatline_tags tags_ = {};
    flatline_column column_ = {};
    flatline_plane plane_ = {};
    std::size_t out_size_ = 0;
    double real_ = 0;
    flatline_loader* loader_ = nullptr;
    flatline_map* map_ = nullptr;
    flatline_doom3_map* doom3_ = nullptr;
    flatline_archive* archive_ = nullptr;
    flatline_file* file_ = nullptr;
    flatline_report* report_ = nullptr;
    flatline_diff_result* diff_ = nullptr;
    flatline_fixed* fixed_ = nullptr;
    flatline_resources* resources_ = nullptr;
    flatline_written* written_ = nullptr;
    flatline_map_lumps* lumps_ = nullptr;
    flatline_built_nodes* nodes_ = nullptr;
    flatline_built_runtime* runtime_ = nullptr;
    flatline_built_user_fields* user_fields_ = nullptr;
    flatline_doom3_built_windings* windings_ = nullptr;
    flatline_doom3_built_surfaces* surfaces_ = nullptr;
};

// Frees what a call has put behind a pointer to a pointer, and makes it ready for the next.
template <class T>
void clear(T) {
    if constexpr (std::is_pointer_v<T> && std::is_pointer_v<std::remove_pointer_t<T>>) {
        auto& slot = Good::slot<std::remove_pointer_t<T>>();
        drop(slot);
        slot = nullptr;
    }
}

template <class Result, class... A>
constexpr std::index_sequence_for<A...> function_indices(Result (*)(A...)) {
    return {};
}

template <class Result, class... A, std::size_t... I>
void each_null(const char* name, Good& good, Result (*function)(A...), std::index_sequence<I...>) {
    constexpr bool kPointers[] = {std::is_pointer_v<A>..., false};
    for (std::size_t null = 0; null < sizeof...(A); ++null) {
        if (!kPointers[null]) continue;
        SCOPED_TRACE(std::string(name) + ", argument " + std::to_string(null));
        const auto pass = [&](auto value, std::size_t at) {
            return at == null ? decltype(value){} : value;
        };
        if constexpr (std::is_void_v<Result>) {
            function(pass(good.get<A>(), I)...);
        } else {
            drop_result(function(pass(good.get<A>(), I)...));
        }
        (clear(A{}), ...);
        good.free_bytes();
    }
}

template <class Result, class... A>
void all_zero(const char* name, Result (*function)(A...)) {
    SCOPED_TRACE(name);
    if constexpr (std::is_same_v<Result, flatline_status>) {
        // Of no bytes the text is empty, and its memory can be told.
        const bool is_good = name == std::string("flatline_memory_bound");
        EXPECT_EQ(function(A{}...), is_good ? FLATLINE_OK : FLATLINE_BAD_ARGUMENT);
    } else if constexpr (std::is_void_v<Result>) {
        function(A{}...);
    } else {
        drop_result(function(A{}...));
    }
}

TEST(CApiNull, AllArgumentsZero) {
#define FLATLINE_CALL(function) all_zero(#function, function);
    FLATLINE_C_FUNCTIONS(FLATLINE_CALL)
    FLATLINE_C_FREES(FLATLINE_CALL)
#undef FLATLINE_CALL
}

TEST(CApiNull, EachPointerByItself) {
    Good good;
    // 1 counts what pointers point to, and is past the last of all that has an index.
    for (const std::uint64_t number : {0, 1}) {
        good.number = number;
#define FLATLINE_CALL(function) each_null(#function, good, function, function_indices(function));
        FLATLINE_C_FUNCTIONS(FLATLINE_CALL)
#undef FLATLINE_CALL
    }
}

TEST(CApiNull, WhatIsGivenIsNeverNull) {
    EXPECT_NE(flatline_map_arrays(nullptr), nullptr);
    EXPECT_NE(flatline_doom3_map_arrays(nullptr), nullptr);
    EXPECT_NE(flatline_built_nodes_bsp(nullptr), nullptr);
    EXPECT_NE(flatline_built_runtime_arrays(nullptr), nullptr);
    EXPECT_NE(flatline_doom3_built_windings_arrays(nullptr), nullptr);
    EXPECT_NE(flatline_doom3_built_surfaces_arrays(nullptr), nullptr);
    for (const char* text :
         {flatline_map_textmap(nullptr, nullptr), flatline_map_name(nullptr, 0, nullptr),
          flatline_map_namespace(nullptr, nullptr), flatline_map_dialect(nullptr),
          flatline_doom3_map_source(nullptr, nullptr),
          flatline_doom3_map_material(nullptr, 0, nullptr),
          flatline_doom3_map_class_name(nullptr, 0, nullptr)}) {
        EXPECT_NE(text, nullptr);
    }
    EXPECT_EQ(flatline_archive_broken(nullptr), 1);
    EXPECT_EQ(flatline_doom3_map_complete(nullptr), 1);
    EXPECT_EQ(flatline_find_rule(nullptr), FLATLINE_NO_RULE);
}

}  // namespace capi_null_test
