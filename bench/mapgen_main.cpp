// mapgen: writes a generated map to a file.

#include "mapgen.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

namespace {

using flatline::engine::mapgen::Flavour;
using flatline::engine::mapgen::Format;
using flatline::engine::mapgen::Style;

int run(int argc, char** argv) {
    const std::map<std::string, Style> styles = {
        {"udb", Style::Udb}, {"slade", Style::Slade}, {"minified", Style::Minified}};
    const std::map<std::string, Flavour> flavours = {
        {"zdoom", Flavour::Zdoom}, {"srb2", Flavour::Srb2}, {"dsda", Flavour::Dsda}};

    flatline::engine::mapgen::Options options;
    std::string style = "udb";
    std::string flavour = "zdoom";
    std::string output;
    std::string map_name = "MAP01";
    bool as_wad = false;
    bool as_json = false;

    CLI::App app("Writes a valid UDMF map of a given size; the same options give the same bytes.",
                 "mapgen");
    app.add_option("--bytes", options.target_bytes,
                   "size of the text: 500K, 10M, 1G (powers of 1000)")
        ->transform(CLI::AsSizeValue(true))
        ->capture_default_str();
    app.add_option("--style", style, "whose way of writing")
        ->transform(CLI::IsMember(&styles, CLI::ignore_case))
        ->default_str("udb");
    app.add_option("--flavour", flavour, "whose fields")
        ->transform(CLI::IsMember(&flavours, CLI::ignore_case))
        ->default_str("zdoom");
    app.add_option("--seed", options.seed, "another map of the same kind")->capture_default_str();
    app.add_option("--sloped", options.sloped_fraction, "share of sloped sectors, 0 to 1")
        ->check(CLI::Range(0.0, 1.0));
    app.add_flag("--crlf", options.crlf, "end lines with CR LF");
    app.add_flag("--comments", options.comments, "add comments");
    app.add_flag("--tabs", options.tabs, "indent with tabs");
    app.add_flag("--random-keys", options.random_key_order, "shuffle the fields of each block");
    app.add_flag("--messy", options.messy_layout, "random blanks and comments between tokens");
    app.add_flag("--user-keys", options.user_keys, "add user_* fields");
    std::uint64_t shuffle = 0;
    CLI::Option* const shuffling =
        app.add_option("--shuffle", shuffle, "put the elements into another order, by this number");
    CLI::Option* wad = app.add_flag("--wad", as_wad, "write a WAD instead of the bare text");
    app.add_flag("--json", as_json, "write the same map as JSON")
        ->excludes(wad)
        ->excludes(shuffling);
    app.add_option("--map", map_name, "label of the map in the WAD")->capture_default_str();
    app.add_option("-o,--output", output, "file to write")->required();
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }

    options.style = styles.at(style);
    options.flavour = flavours.at(flavour);
    flatline::engine::mapgen::Generated generated =
        flatline::engine::mapgen::generate(options, as_json ? Format::Json : Format::Textmap);
    if (shuffling->count() != 0) {
        generated.text = flatline::engine::mapgen::shuffled(generated.text, shuffle);
    }
    const std::size_t text_bytes = generated.text.size();
    if (as_wad) {
        generated.text = flatline::engine::mapgen::wad(map_name, generated.text);
    }
    std::ofstream file(output, std::ios::binary | std::ios::trunc);
    file.write(generated.text.data(), static_cast<std::streamsize>(generated.text.size()));
    file.close();
    if (!file) {
        std::cerr << "mapgen: cannot write " << output << "\n";
        return 1;
    }
    const flatline::engine::mapgen::Counts& counts = generated.counts;
    std::cerr << output << ": " << text_bytes << " bytes of text, " << counts.vertices
              << " vertices, " << counts.linedefs << " linedefs, " << counts.sidedefs
              << " sidedefs, " << counts.sectors << " sectors, " << counts.things << " things\n";
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "mapgen: " << error.what() << "\n";
        return 1;
    }
}
