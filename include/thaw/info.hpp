// What there is to know of a model, and what is wrong with it: the answers of `thaw info` and `thaw check`.
#pragma once

#include <string>
#include <vector>

#include <thaw/format.hpp>
#include <thaw/json.hpp>
#include <thaw/open.hpp>
#include <thaw/summary.hpp>

namespace thaw {

struct Info : Summary {
    std::string file{};  // the name of the model's first file
    const Format* format = nullptr;
    u64 bytes = 0;  // of the model's own files, without companions
    std::vector<Companion> companions{};
    Issues issues{};
};

// `companions`: those that were asked for (OpenedModel::companions). Without, those that the model has, and what it
// still asks for.
Result<Info> info(const Model& model, const Context& context = {});
Result<Info> info(const OpenedModel& opened, const Context& context = {});

// Bytes of the model's own files, without companions.
u64 own_bytes(const Model& model);

// Findings in document order, then those about images that are missing or cannot be read.
Result<Issues> check(const Model& model, Profile profile = Profile::spec, const Context& context = {});

// The object that `thaw info --json` prints, one a model.
json::Value to_json(const Info& info);
// {"issues":[...],"dropped":n}
json::Value to_json(const Issues& issues);
// The object that `thaw formats --json` prints, one a format.
json::Value to_json(const Format& format);
// {"code","message"}, with file, path and offset if they are known.
json::Value to_json(const Error& error);

}  // namespace thaw
