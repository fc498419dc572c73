// report/make.hpp: makes reports, which own all their data, from opened files and loaded maps.
#pragma once

#include "document.hpp"
#include "report/fingerprint.hpp"
#include "report/model.hpp"
#include "session.hpp"

namespace flatline::engine::tool {

/// The texture or flat that a finding about a part of a wall or a sector is about; "" for none.
std::string_view texture_of(const Finding& finding, const Map& map);

/// What is known of a document before its maps are loaded: its path, and the findings about the
/// container and the files in it. Its maps are counted; `maps` is empty.
FileReport report_on_container(const Document& document);

/// What is known of a map after load_session.
MapReport report_on_map(const Document& document, const Session& session);

/// A finding about one of --resources. `inner`: the file in it, "" for itself.
ReportedFinding report_on_resource(const Finding& finding, const std::string& path,
                                   std::string_view inner, Fingerprinter& fingerprints);

}  // namespace flatline::engine::tool
