#include "render/font.hpp"

#include <string_view>

namespace thaw {

namespace {

constexpr u32 glyphs_in_line = 16;
constexpr u32 glyph_pitch = glyph_width + 1;

constexpr char32_t first_glyph = U'!';
constexpr char32_t last_letter = U'~';
constexpr u32 box = 94;       // behind the last letter
constexpr u32 ellipsis = 95;  // U+2026

// clang-format off
constexpr std::string_view drawn[] = {
    // !     "     #     $     %     &     '     (     )     *     +     ,     -     .     /     0
    "  #    # #   # #    #   ##  #  ##     #      #   #                                      #  ### ",
    "  #    # #   # #   #### ##  # #  #    #     #     #     #     #                         # #   #",
    "  #    # #  ##### # #      #  # #     #    #       #  # # #   #                        #  #  ##",
    "  #          # #   ###    #    #           #       #   ###  #####        ###          #   # # #",
    "  #         #####   # #  #    # # #        #       #  # # #   #                      #    ##  #",
    "             # #  ####  #  ## #  #         #       #    #     #    ##          ##   #     #   #",
    "  #          # #    #   #  ##  ## #         #     #                ##          ##   #      ### ",
    "                                             #   #                  #                          ",
    "                                                                   #                           ",
    // 1     2     3     4     5     6     7     8     9     :     ;     <     =     >     ?     @
    "  #    ###   ###     #  #####   ##  #####  ###   ###                 #         #     ###   ### ",
    " ##   #   # #   #   ##  #      #        # #   # #   #               #           #   #   # #   #",
    "  #       #     #  # #  ####  #        #  #   # #   #  ##    ##    #    #####    #      # # ###",
    "  #      #    ##  #  #      # ####     #   ###   ####  ##    ##   #               #    #  # # #",
    "  #     #       # #####     # #   #   #   #   #     #              #    #####    #    #   # ###",
    "  #    #    #   #    #  #   # #   #   #   #   #    #   ##    ##     #           #         #    ",
    " ###  #####  ###     #   ###   ###    #    ###   ##    ##    ##      #         #      #    ####",
    "                                                              #                                ",
    "                                                             #                                 ",
    // A     B     C     D     E     F     G     H     I     J     K     L     M     N     O     P
    " ###  ####   ###  ####  ##### #####  ###  #   #  ###    ### #   # #     #   # #   #  ###  #### ",
    "#   # #   # #   # #   # #     #     #   # #   #   #      #  #  #  #     ## ## ##  # #   # #   #",
    "#   # #   # #     #   # #     #     #     #   #   #      #  # #   #     # # # ##  # #   # #   #",
    "##### ####  #     #   # ####  ####  # ### #####   #      #  ##    #     # # # # # # #   # #### ",
    "#   # #   # #     #   # #     #     #   # #   #   #      #  # #   #     #   # #  ## #   # #    ",
    "#   # #   # #   # #   # #     #     #   # #   #   #   #  #  #  #  #     #   # #  ## #   # #    ",
    "#   # ####   ###  ####  ##### #      #### #   #  ###   ##   #   # ##### #   # #   #  ###  #    ",
    "                                                                                               ",
    "                                                                                               ",
    // Q     R     S     T     U     V     W     X     Y     Z     [     \     ]     ^     _     `
    " ###  ####   #### ##### #   # #   # #   # #   # #   # #####  ###  #      ###    #          #   ",
    "#   # #   # #       #   #   # #   # #   # #   # #   #     #  #    #        #   # #          #  ",
    "#   # #   # #       #   #   # #   # #   #  # #   # #     #   #     #       #  #   #            ",
    "#   # ####   ###    #   #   #  # #  # # #   #     #     #    #      #      #                   ",
    "# # # # #       #   #   #   #  # #  # # #  # #    #    #     #       #     #                   ",
    "#  #  #  #      #   #   #   #   #   ## ## #   #   #   #      #        #    #                   ",
    " ## # #   # ####    #    ###    #   #   # #   #   #   #####  #        #    #                   ",
    "                                                             ###         ###        #####      ",
    "                                                                                               ",
    // a     b     c     d     e     f     g     h     i     j     k     l     m     n     o     p
    "      #               #         ##        #       #      #  #      ##                          ",
    "      #               #        #          #                 #       #                          ",
    " ###  ####   ###   ####  ###  ####   #### ####   ##     ##  #  #    #   ## #  ####   ###  #### ",
    "    # #   # #   # #   # #   #  #    #   # #   #   #      #  # #     #   # # # #   # #   # #   #",
    " #### #   # #     #   # #####  #    #   # #   #   #      #  ##      #   # # # #   # #   # #   #",
    "#   # #   # #   # #   # #      #    #   # #   #   #      #  # #     #   # # # #   # #   # #   #",
    " #### ####   ###   ####  ###   #     #### #   #  ###     #  #  #   ###  # # # #   #  ###  #### ",
    "                                        #             #  #                                #    ",
    "                                     ###               ##                                 #    ",
    // q     r     s     t     u     v     w     x     y     z     {     |     }     ~     box   dots
    "                   #                                           ##   #   ##          #####      ",
    "                   #                                          #     #     #         #   #      ",
    " #### # ##   #### ####  #   # #   # #   # #   # #   # #####   #     #     #    #    #   #      ",
    "#   # ##  # #      #    #   # #   # # # #  # #  #   #    #   #      #      #  # # # #   #      ",
    "#   # #      ###   #    #   #  # #  # # #   #   #   #   #     #     #     #      #  #   #      ",
    "#   # #         #  #    #   #  # #  # # #  # #  #   #  #      #     #     #         #   #      ",
    " #### #     ####    ##   ####   #    # #  #   #  #### #####   #     #     #         ##### # # #",
    "    #                                               #          ##   #   ##                     ",
    "    #                                            ###                                           ",
};
// clang-format on

u32 index_of(char32_t character) {
    if (character >= first_glyph && character <= last_letter) return static_cast<u32>(character - first_glyph);
    return character == U'\u2026' ? ellipsis : box;
}

}  // namespace

u8 glyph_row(char32_t character, u32 row) {
    if (character == U' ' || row >= glyph_height) return 0;
    const u32 index = index_of(character);
    const std::string_view line = drawn[index / glyphs_in_line * glyph_height + row];
    u8 pixels = 0;
    for (u32 x = 0; x < glyph_width; ++x) {
        if (line[index % glyphs_in_line * glyph_pitch + x] == '#') pixels = static_cast<u8>(pixels | (1u << x));
    }
    return pixels;
}

}  // namespace thaw
