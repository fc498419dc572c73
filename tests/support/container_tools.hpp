// What is in a container of packed files, as text.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "physfs/container.hpp"

namespace testing_support {

struct ReleaseContainer {
    void operator()(flatline::engine::physfs::Container* container) const { container->release(); }
};
using HeldContainer = std::unique_ptr<flatline::engine::physfs::Container, ReleaseContainer>;

inline std::string rule_id(const flatline::engine::Finding& finding) {
    return std::string(flatline::engine::rule_rows()[finding.rule].id);
}

/// "path shown" of each file, where `show` makes text of up to 64 KiB of its content, then
/// "rule path" of each finding, sorted; or "refused: rule" where there is no container.
template <class Show>
std::string container_lines(const HeldContainer& container,
                            const flatline::engine::Finding& problem, Show show) {
    if (container == nullptr) return "refused: " + rule_id(problem);
    std::string out;
    for (const flatline::engine::physfs::PackedEntry& entry : container->entries()) {
        out += std::string(container->path_of(entry)) + " ";
        const auto unpacker = container->open(entry);
        if (unpacker == nullptr) {
            out += "(" + rule_id(container->reason(entry)) + ")\n";
            continue;
        }
        std::string content(1 << 16, '\0');
        content.resize(unpacker->read(reinterpret_cast<unsigned char*>(content.data()), 1 << 16));
        out += show(content) + "\n";
    }
    std::vector<std::string> findings;
    container->report(
        [](void* list, std::string_view path, const flatline::engine::Finding& finding) {
            static_cast<std::vector<std::string>*>(list)->push_back(rule_id(finding) + " " +
                                                                    std::string(path) + "\n");
        },
        &findings);
    std::sort(findings.begin(), findings.end());
    for (const std::string& finding : findings) out += finding;
    return out;
}

}  // namespace testing_support
