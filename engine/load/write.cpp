// write_textmap and write_binary: a map as text or as binary lumps.
#include "model/write.hpp"

#include "load/conclude.hpp"
#include "write/binary.hpp"
#include "write/textmap.hpp"

namespace flatline::engine {

WriteResult write_textmap(const Map& map, const Sink& sink,
                          const TextmapOptions& options) noexcept {
    WriteResult result;
    if (!write::TextmapWriter::check(map, options, result.findings)) return result;
    write::TextmapWriter writer(map, sink, options);
    result.status = writer.write();
    result.bytes = writer.written();
    return result;
}

WriteResult write_binary(const Map& map, const BinarySinks& sinks,
                         const BinaryOptions& options) noexcept {
    WriteResult result;
    result.findings = FindingList(options.findings, options.findings);
    const bool hexen = options.format == MapFormat::hexen;
    if (!hexen && options.format != MapFormat::doom) {
        result.findings.add(refusal(Rule::map_unsupported, Lump::none));
        return result;
    }
    write::BinaryWriter writer(map, hexen, options.lossy);
    if (!writer.check(result.findings)) return result;
    const Sink* const by_element[] = {&sinks.vertexes, &sinks.linedefs, &sinks.sidedefs,
                                      &sinks.sectors, &sinks.things};
    result.status = Status::ok;
    for (std::uint8_t element = FLATLINE_VERTEX; element <= FLATLINE_THING; ++element) {
        if (writer.write(element, *by_element[element], result.bytes)) continue;
        result.status = Status::cancelled;
        break;
    }
    return result;
}

}  // namespace flatline::engine
