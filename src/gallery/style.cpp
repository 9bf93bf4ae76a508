#include "gallery/parts.hpp"

namespace thaw {

std::string_view gallery_style() {
    return R"css(
:root {
  --paper: #f6f5f2; --card: #ffffff; --ink: #23262b; --faint: #676c75; --line: #e2e0da; --accent: #1f6a78;
  --shot: #eceae4; --bad: #a63a2b; --odd: #8a6100;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17191c; --card: #202327; --ink: #e7e6e2; --faint: #9da2aa; --line: #33373d; --accent: #79c3d0;
    --shot: #292d32; --bad: #ee8f80; --odd: #dcb45c;
  }
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 110rem; padding: 1.5rem clamp(1rem, 3vw, 3rem) 3rem; }
[hidden] { display: none !important; }
h1, h2, p, ul, dl { margin: 0; }
h1 { font-size: 1.7rem; font-weight: 600; letter-spacing: -.01em; overflow-wrap: anywhere; }
a { color: var(--accent); }
button, input, select { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
small { color: var(--faint); font-size: .85em; font-variant-numeric: tabular-nums; }
/* The tools stay in sight however far the page goes: the header is no box that they would end with. */
header { display: contents; }
header > * { margin-bottom: .7rem; }
.totals, .shown { color: var(--faint); }
.formats { display: flex; flex-wrap: wrap; gap: .4rem; }
.formats button, .clip {
  background: none; border: 1px solid var(--line); border-radius: 999px; padding: .15rem .7rem;
}
button { cursor: pointer; }
.formats button:hover, button.clip:hover { border-color: var(--accent); }
.formats [aria-pressed=true], .clip[aria-pressed=true] {
  border-color: var(--accent); background: color-mix(in srgb, var(--accent) 14%, transparent);
}
.tools {
  position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; align-items: center;
  padding: .6rem 0; margin-bottom: 1.2rem; background: var(--paper); border-bottom: 1px solid var(--line);
}
.tools label { display: flex; align-items: center; gap: .5rem; color: var(--faint); }
.search { flex: 1 1 18rem; max-width: 34rem; }
.tools input, .tools select {
  background: var(--card); color: var(--ink); border: 1px solid var(--line); border-radius: .45rem;
  padding: .4rem .6rem; min-width: 0;
}
.tools input { flex: 1; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 1.1rem; }
.card {
  display: flex; flex-direction: column; min-width: 0; background: var(--card); border: 1px solid var(--line);
  border-radius: .7rem; overflow: hidden; content-visibility: auto; contain-intrinsic-size: auto 24rem;
}
.shot {
  position: relative; display: block; width: 100%; aspect-ratio: 1; padding: 0; border: 0; border-radius: 0;
  background: var(--shot);
}
.shot img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; color: transparent; }
button.shot:focus-visible { outline-offset: -2px; }
.motion { opacity: 0; }
.moving .motion { opacity: 1; }
.moving .still { opacity: 0; }
button.shot::after {
  content: ""; position: absolute; right: .7rem; bottom: .7rem; border: solid transparent; opacity: .55;
  border-width: .38rem 0 .38rem .6rem; border-left-color: var(--faint);
}
button.moving::after { opacity: 0; }
.about { display: flex; flex-direction: column; gap: .25rem; padding: .75rem .9rem .85rem; flex: 1; }
.card h2 {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; font-size: 1rem;
  font-weight: 600; overflow-wrap: anywhere;
}
.folder { color: var(--faint); font-size: .85rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.format, .counts { color: var(--faint); font-size: .9rem; }
.counts { font-variant-numeric: tabular-nums; }
.clips { display: flex; flex-wrap: wrap; gap: .3rem; max-height: 6.2rem; overflow-y: auto; padding: .2rem 2px; }
.clip {
  max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: .85rem;
  padding: .05rem .55rem;
}
.findings { font-size: .9rem; }
.findings ul { margin-top: .3rem; padding-left: 1.1rem; color: var(--faint); overflow-wrap: anywhere; }
summary { cursor: pointer; }
.bad { color: var(--bad); }
.odd { color: var(--odd); }
.fine { color: var(--faint); }
.links { margin-top: auto; padding-top: .3rem; }
.nothing { grid-column: 1 / -1; padding: 3rem 0; text-align: center; color: var(--faint); }
.refused { margin-top: 2.5rem; }
.refused h2 { font-size: 1.15rem; font-weight: 600; margin-bottom: .5rem; }
.refused dl { display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: .3rem 1.5rem; overflow-wrap: anywhere; }
.refused dt { font-weight: 600; }
.refused dd { margin: 0; color: var(--faint); }
footer { margin-top: 2.5rem; color: var(--faint); font-size: .85rem; }
@media (max-width: 36rem) { .refused dl { grid-template-columns: 1fr; } .refused dd { margin-bottom: .5rem; } }
)css";
}

}  // namespace thaw
