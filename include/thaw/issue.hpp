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

// True if `{expected}`, `{found}` and `{path}` are the only braces and brackets pair up without nesting; empty is
// false.
constexpr bool is_message_template(std::string_view text) {
    bool in_brackets = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '}') return false;
        if (text[at] == '[' || text[at] == ']') {
            if (in_brackets == (text[at] == '[')) return false;
            in_brackets = text[at] == '[';
        }
        if (text[at] != '{') continue;
        const std::size_t end = text.find('}', at);
        if (end == std::string_view::npos) return false;
        const std::string_view name = text.substr(at + 1, end - at - 1);
        if (name != "expected" && name != "found" && name != "path") return false;
        at = end;
    }
    return !text.empty() && !in_brackets;
}

// What a finding says, in one sentence without a full stop. `{expected}`, `{found}` and `{path}` stand for the values
// of the issue. A part in brackets is left out when one of the values in it is empty: "no frames[, expected
// {expected}]". A literal that is no template does not compile.
class MessageTemplate {
public:
    consteval MessageTemplate(const char* text) : text_(text) {
        if (!is_message_template(text_)) not_a_message_template();
    }
    constexpr std::string_view text() const { return text_; }

private:
    static void not_a_message_template();  // never defined: a call of it cannot be evaluated by the compiler

    std::string_view text_;
};

// One row of an issue table. `code` is stable and never reused; `text` says what it means for the user in a sentence or
// two, whatever the values are; `message` says what was found.
struct IssueKind {
    std::string_view code;
    Severity severity;
    std::string_view text;
    MessageTemplate message;

    // The same finding in other words, for a code that covers several cases. Issues point at their kind, so that this
    // belongs in a constant.
    constexpr IssueKind saying(MessageTemplate words) const { return {code, severity, text, words}; }
};

struct Issue {
    const IssueKind* kind;
    Severity severity;       // the kind's, unless a profile raised it
    std::string part;        // role of the file in the model, for example "aniv"
    std::string path;        // field, for example "bases[0].bones[3].joint0"; may be empty
    u64 offset = no_offset;  // filled in from the path by locate()
    std::string expected{};
    std::string found{};

    // Whether it is of this kind, in whatever words.
    bool is(const IssueKind& wanted) const { return kind->code == wanted.code; }
};

// The kind's message with the issue's values, fit for a terminal: what comes from files is made printable and
// shortened.
std::string message_of(const Issue& issue);

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
