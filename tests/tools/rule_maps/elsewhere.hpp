// Rules that are not about one map of text or lumps: which test shows where they fire.
#pragma once

namespace flatline::engine::tool_test::rule_maps {

struct Elsewhere {
    const char* file;   ///< below tests/; it names each of the rules
    const char* rules;  ///< with a blank between two
};

inline constexpr Elsewhere kElsewhere[] = {
    {"tools/control/silence_test.cpp", "ignore-unknown"},
    // Doom 3 maps: bytes of what the reader meets; lines and columns of checks.
    {"doom3/reader_test.cpp",
     "unexpected-token unclosed-string unclosed-block bad-number patch-grid-mismatch "
     "unknown-primitive missing-header unsupported-version key-value-line-split string-escape "
     "face-trailing-tokens material-line-split key-brace patch-bad-size ambiguous-number "
     "primitive-brushdef2 limit-pairs"},
    {"reference/doom3_corpus_test.cpp", "dialect-valve-220"},
    {"check/doom3_rows.hpp",
     "missing-worldspawn worldspawn-not-first multiple-worldspawn missing-classname "
     "spawnclass-in-map duplicate-key empty-key empty-material material-prefix "
     "brush-too-few-sides plane-not-unit duplicate-plane mirrored-plane brush-open brush-empty "
     "brush-degenerate brush-redundant-side brush-too-many-sides brush-outside-world "
     "texture-matrix-singular patch-even-dimension patch-too-large "
     "patch-bad-subdivisions patch-degenerate target-missing target-self duplicate-name "
     "missing-name light-without-name bad-origin origin-after-primitive worldspawn-origin "
     "too-many-entities empty-brush-entity"},
    {"check/doom3_test.cpp", "limit-winding-points"},
    {"tools/doom3_test.cpp",
     "limit-entities limit-brushes limit-brush-sides limit-patch-size limit-patch-points"},
    // Files and archives.
    {"archive/scan_test.cpp", "file-unreadable archive-nesting limit-container-bytes"},
    {"archive/archive_test.cpp", "short-read limit-text-bytes"},
    {"physfs/capi_test.cpp", "file-not-found physfs-unavailable"},
    {"physfs/open_test.cpp",
     "archive-unreadable archive-entry archive-link archive-name archive-name-outside "
     "archive-checksum file-name archive-name-conflict file-format-unknown "
     "limit-archive-entries "
     "limit-inflated-bytes limit-inflation-ratio"},
    {"physfs/zip_test.cpp", "archive-method archive-overlap archive-directory archive-duplicate"},
    {"physfs/seven_zip_test.cpp", "archive-encrypted limit-arena-bytes"},
    {"load/derived_test.cpp", "lump-dropped"},
    {"resources/collect_test.cpp", "resource-lump"},
    {"resources/game_config_test.cpp", "config-syntax config-include limit-config-bytes"},
    {"resources/resources_test.cpp", "limit-resource-names"},
    {"tools/rules_test.cpp", "resource-none"},
    {"tools/input_bounds_test.cpp", "limit-stdin-bytes"},
    // What writers refuse.
    {"write/textmap_test.cpp", "convert-loss"},
    {"tools/convert_test.cpp", "convert-lump-loss"},
    {"write/translate_test.cpp", "convert-untranslated"},
    {"tools/convert_test.cpp", "convert-comment-loss"},
    {"tools/convert_test.cpp", "convert-vertex-loss"},
    // What a BEHAVIOR, which the maps of rows have, silences.
    {"check/teleports_test.cpp", "teleport-destination-unused"},
    {"check/exits_test.cpp", "exit-missing"},
    {"check/secrets_test.cpp", "secret-unreachable"},
    // Limits and memory.
    {"support/memory_faults.hpp", "out-of-memory"},
    {"tools/batch/bounds_test.cpp", "out-of-time"},
    {"load/work_test.cpp", "limit-file-work"},
    {"tools/file_work_test.cpp", "maps-not-looked-at"},
    {"check/hostile_test.cpp", "check-incomplete"},
    {"binary/reader_test.cpp", "limit-linedefs limit-sidedefs limit-things limit-unknown-fields"},
    {"tools/check_test.cpp", "limit-vertices"},
    {"udmf/limits_test.cpp", "limit-sectors"},
    {"udmf/grammar_rows_elements.cpp", "limit-coordinate"},
    {"property/maps_test.cpp", "limit-string-bytes limit-identifier-bytes limit-number-bytes"},
    {"reference/reference_text.cpp", "limit-nesting"},
    {"level/slopes_test.cpp", "limit-slope-steps"},
    {"nodes/blockmap_lump_test.cpp", "limit-blockmap-cells limit-blockmap-entries"},
    {"nodes/read_binary_test.cpp", "limit-segs nodes-count"},
    {"support/nodes_tools.hpp", "limit-subsectors limit-nodes limit-node-depth"},
    // Slopes.
    {"level/slope_things_test.cpp", "slope-vertical"},
    {"level/slope_fields_test.cpp", "slope-collinear"},
    {"level/slope_lines_test.cpp", "slope-no-extent slope-vertex-missing"},
    // Nodes that need GL forms or compression, and what only the builder can report.
    {"nodes/decode_test.cpp", "nodes-trailing"},
    {"nodes/inflate_test.cpp", "nodes-inflate nodes-inflate-limit"},
    {"nodes/verify_test.cpp",
     "nodes-side nodes-seg-off-line nodes-subsector-empty nodes-partition nodes-partner "
     "nodes-degenerate nodes-unpaired nodes-partner-line"},
    {"nodes/build_test.cpp", "nodes-empty nodes-coordinate limit-node-steps"},
};

/// Of built nodes only, which are made so that it cannot fire: stored forms give a seg no second
/// end of its own.
inline constexpr char kNeverFires[] = "nodes-chain";

}  // namespace flatline::engine::tool_test::rule_maps
