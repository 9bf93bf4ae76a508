// All of Thaw for C++. Each header explains itself; these are the ways in:
//
//     load(), save()                <thaw/files.hpp>     models from files and into files
//     open_models()                 <thaw/open.hpp>      from memory
//     info(), check()               <thaw/info.hpp>      what there is to know
//     to_scene(), convert()         <thaw/convert.hpp>   into a scene, glTF, OBJ, and back
//     evaluate(), posed_points()    <thaw/pose.hpp>      a moment of a clip
//     render()                      <thaw/render.hpp>    images
//     fields(), set_field(), diff() <thaw/fields.hpp>    what every byte is
//     elements_at(), bytes_of()     <thaw/elements.hpp>  which things of the scene bytes are of
//     archives::open()              <thaw/archives.hpp>  zip, tar, discs
#pragma once

#include <thaw/archives.hpp>
#include <thaw/convert.hpp>
#include <thaw/elements.hpp>
#include <thaw/fields.hpp>
#include <thaw/files.hpp>
#include <thaw/format.hpp>
#include <thaw/gltf.hpp>
#include <thaw/info.hpp>
#include <thaw/obj.hpp>
#include <thaw/open.hpp>
#include <thaw/pose.hpp>
#include <thaw/render.hpp>
