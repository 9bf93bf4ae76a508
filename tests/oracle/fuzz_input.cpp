#include "oracle/fuzz_input.hpp"

#include <algorithm>

#include "base/endian.hpp"

namespace thaw::test {

std::vector<std::string> fuzz_roles(const Format& format) {
    std::vector<std::string> roles;
    for (const PartRole& part : format.parts) roles.emplace_back(part.role);
    if (format.id == "ctc") roles.emplace_back("entity");
    if (format.id == "ddd") roles.emplace_back("link");
    if (format.id == "unreal") roles.insert(roles.end(), {"uc", "modeldef", "class", "skinset"});
    return roles;
}

namespace {

// As the scripts of the fixtures call the files, so that scripts are followed.
std::string name_of(const Format& format, const std::string& role) {
    for (const PartRole& part : format.parts) {
        if (part.role == role) return "tetra" + std::string(part.suffix);
    }
    if (role == "class") return "System/Lib.u/Defaults/Flag.txt";
    return role == "skinset" ? "Textures/SoldierSkins.utx/Textures/blkt1.pcx" : role;
}

}  // namespace

Bundle decode_fuzz_input(const Format& format, Bytes input) {
    Bundle bundle;
    const auto roles = fuzz_roles(format);
    const u8 flags = input.empty() ? 0 : input[0];
    input = input.subspan(std::min<std::size_t>(1, input.size()));
    for (std::size_t i = 0; i < roles.size(); ++i) {
        if (((flags >> i) & 1) == 0) continue;
        const bool last = (flags >> (i + 1) & ((1u << (roles.size() - i - 1)) - 1)) == 0;
        std::size_t length = input.size();
        if (!last && input.size() >= 2) {
            length = std::min<std::size_t>(load<u16>(input.data(), Order::little), input.size() - 2);
            input = input.subspan(2);
        }
        bundle.parts.push_back({roles[i], name_of(format, roles[i]), Blob::copy_of(input.first(length))});
        input = input.subspan(length);
    }
    return bundle;
}

std::vector<u8> encode_fuzz_input(const Format& format, const Bundle& bundle) {
    std::vector<u8> out{0};
    const auto roles = fuzz_roles(format);
    std::vector<const Part*> parts;
    for (std::size_t i = 0; i < roles.size(); ++i) {
        const Part* part = bundle.find(roles[i]);
        if (part == nullptr) continue;
        out[0] = static_cast<u8>(out[0] | 1u << i);
        parts.push_back(part);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Bytes bytes = parts[i]->bytes.bytes();
        const auto length = static_cast<u16>(std::min<std::size_t>(bytes.size(), 0xFFFF));
        if (i + 1 < parts.size()) out.insert(out.end(), {static_cast<u8>(length), static_cast<u8>(length >> 8)});
        out.insert(out.end(), bytes.begin(), i + 1 < parts.size() ? bytes.begin() + length : bytes.end());
    }
    return out;
}

}  // namespace thaw::test
