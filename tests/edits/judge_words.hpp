// What findings say, and what an edit may ask for.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "edits/judge.hpp"

namespace edits {

std::string lower(std::string text);
bool mentions(const std::string& text, std::initializer_list<std::string_view> words);
std::string joined(const std::vector<std::string>& parts);
std::string text_of(const std::vector<Finding>& findings);
std::string base_name(const std::string& path);  // in lower case, without folders

// Does the finding tell of this difference? What is about places has to say how far.
bool tells(const Finding& finding, const Difference& difference, const Change& change);
// Nothing has come or gone: there is no reason to write the file anew.
bool stays_in_place(std::string_view format, Edit edit);
// The finding that the file was written anew, or null.
const Finding* rebuilt_in(const BackResult& back);

}  // namespace edits
