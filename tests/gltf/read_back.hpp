// A glTF file as an independent reader (tinygltf) sees it: every number of an accessor as a double.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace thaw::test {

class ReadBack {
public:
    explicit ReadBack(const std::string& glb);
    ~ReadBack();

    std::vector<double> attribute(std::size_t mesh, std::size_t primitive, const std::string& name) const;
    std::vector<double> indices(std::size_t mesh, std::size_t primitive) const;
    std::size_t target_count(std::size_t mesh, std::size_t primitive) const;
    std::vector<double> target(std::size_t mesh, std::size_t primitive, std::size_t target,
                               const std::string& name) const;
    std::vector<double> key_times(std::size_t animation, std::size_t channel) const;
    std::vector<double> key_values(std::size_t animation, std::size_t channel) const;
    std::vector<double> inverse_binds(std::size_t skin) const;

private:
    struct Model;
    std::unique_ptr<Model> model_;
};

}  // namespace thaw::test
