// An Issue is a finding about a document that was read; an Error means there is no document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/bytes.hpp>
#include <thaw/result.hpp>

namespace thaw {

enum class Severity : u8 { info, warning, error };

std::string_view severity_name(Severity severity);

// One row of an issue table. `code` is stable and never reused; `text` says what it means for the user in one sentence.
struct IssueKind {
    std::string_view code;
    Severity severity;
    std::string_view text;
};

struct Issue {
    const IssueKind* kind;
    Severity severity;       // the kind's, unless a profile raised it
    std::string part;        // role of the file in the model, for example "aniv"
    std::string path;        // field, for example "bases[0].bones[3].joint0"; may be empty
    u64 offset = no_offset;  // filled in from the path by locate()
    std::string expected{};
    std::string found{};
};

// Findings in the order they were made. Past the limit they are only counted.
class Issues {
public:
    explicit Issues(u32 limit = 1000) : limit_(limit) {}

    void add(const IssueKind& kind, std::string_view part, std::string path = {}, std::string expected = {},
             std::string found = {});
    void add(Issue issue);

    // True when further findings will not be kept: a loop may then skip making their texts.
    bool full() const { return list_.size() >= limit_; }
    const std::vector<Issue>& list() const { return list_; }
    std::vector<Issue>& list() { return list_; }
    u64 dropped() const { return dropped_; }
    bool empty() const { return list_.empty(); }
    // The worst severity seen, counting those that were not kept; info when there are none.
    Severity worst() const { return worst_; }

private:
    std::vector<Issue> list_;
    u64 dropped_ = 0;
    u32 limit_;
    Severity worst_ = Severity::info;
};

}  // namespace thaw
