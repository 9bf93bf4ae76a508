// A census of fields: over many files, what values each field of each format takes. What nobody knows the meaning of is
// settled by counting.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <thaw/format.hpp>
#include <thaw/json.hpp>

#include "inspect/field.hpp"
#include "inspect/field_tree.hpp"
#include "inspect/word_counts.hpp"

namespace thaw::inspect {

class Census {
public:
    // What one field holds, over all its places in all files. Places in arrays count as one field: `bones[].parent`.
    struct Facts {
        std::string type{};
        Kind kind = Kind::unsigned8;
        Role role = Role::value;
        const BitPart* part = nullptr;
        std::span<const char* const> names{};
        const char* nowhere = nullptr;  // Meaning::nowhere
        u64 files = 0;                  // that have it
        u64 values = 0;                 // in all
        u64 odd = 0;                    // floats that are no finite numbers
        double least = 0;               // of the others, or of the lengths of texts and blobs
        double most = 0;
        bool is_length = false;  // a text or raw bytes: only how long they are is counted
        WordCounts counts{};     // of each word, as long as there are few
        u64 last_file = 0;

        bool is_constant() const { return counts.size() == 1 && counts.is_complete(); }
    };

    // The files of a format and variant, and their fields as they were met first.
    class Group {
    public:
        u64 files = 0;
        std::size_t size() const { return facts_.size(); }
        const Facts& facts(std::size_t field) const { return facts_[field]; }
        std::string path(std::size_t field) const { return tree_.path(node_[field]); }

        FieldTree& tree() { return tree_; }
        // Of a node of the tree. `make` fills in new ones. They stay where they are until the next new one.
        template <class Make>
        Facts& facts_at(u32 node, const Make& make);
        void merge(const Group& other);

    private:
        FieldTree tree_{};
        std::vector<u32> field_{};  // by node; no_field: it is none itself
        std::vector<u32> node_{};   // by field
        std::vector<Facts> facts_{};
    };
    // By format and variant: "twm 2".
    const std::map<std::string, Group>& groups() const { return groups_; }

    // Every own file of a model. What cannot be walked to its end counts as far as it goes.
    void add(const Model& model, const Context& context = {});
    void merge(const Census& other);

private:
    std::map<std::string, Group> groups_;
    u64 files_ = 0;
};

// A value of the field as text; with its name where it has one.
std::string value_text(const Census::Facts& facts, u64 word);
// `share`: without anything that a game's makers wrote or drew. Names of files are in neither.
json::Value census_json(const Census& census, bool share);

}  // namespace thaw::inspect
