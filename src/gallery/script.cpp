#include "gallery/parts.hpp"

namespace thaw {

std::string_view gallery_script() {
    return R"js("use strict";
const main = document.querySelector("main");
const cards = [...main.querySelectorAll(".card")];
const tools = document.querySelector(".tools");
const search = tools.querySelector("input");
const sorting = tools.querySelector("select");
const shown = tools.querySelector(".shown");
const nothing = main.querySelector(".nothing");
const formats = [...document.querySelectorAll(".formats button")];
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Searching: every word has to be somewhere in the name, folder, format or clips.
const haystacks = new Map(cards.map(card => [card, card.dataset.search.toLowerCase()]));

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(word => word !== "");
  const wanted = formats.filter(button => button.getAttribute("aria-pressed") === "true")
    .map(button => button.dataset.format);
  let count = 0;
  for (const card of cards) {
    const fits = words.every(word => haystacks.get(card).includes(word)) &&
      (wanted.length === 0 || wanted.includes(card.dataset.format));
    card.hidden = !fits;
    if (fits) ++count;
  }
  nothing.hidden = count > 0;
  shown.textContent = count === cards.length ? "" : `${count} of ${cards.length} shown`;
}

const names = new Intl.Collator(undefined, { numeric: true });
const found = new Map(cards.map((card, index) => [card, index]));
const orders = {
  found: (a, b) => found.get(a) - found.get(b),
  name: (a, b) => names.compare(a.dataset.name, b.dataset.name),
  bytes: (a, b) => b.dataset.bytes - a.dataset.bytes,
  triangles: (a, b) => b.dataset.triangles - a.dataset.triangles,
};

function sort() {
  const order = orders[sorting.value] ?? orders.found;
  main.prepend(...[...cards].sort((a, b) => order(a, b) || orders.found(a, b)));
}

// Previews: an animation over the still image, loaded when it is first asked for.
function chosen(card) { return card.querySelector(".clip[aria-pressed=true]"); }

function play(card) {
  const clip = chosen(card);
  const shot = card.querySelector(".shot");
  if (!clip || shot.dataset.plays === clip.dataset.preview) return;
  stop(card);
  const image = new Image();
  image.className = "motion";
  image.alt = "";
  // It may have been stopped before it was there.
  image.addEventListener("load", () => shot.classList.toggle("moving", image.isConnected));
  image.addEventListener("error", () => image.remove());
  image.src = clip.dataset.preview;
  shot.dataset.plays = clip.dataset.preview;
  shot.append(image);
}

function stop(card) {
  const shot = card.querySelector(".shot");
  shot.querySelector(".motion")?.remove();
  shot.classList.remove("moving");
  delete shot.dataset.plays;
}

function choose(card, clip) {
  for (const other of card.querySelectorAll("button.clip")) {
    other.setAttribute("aria-pressed", String(other === clip));
  }
  play(card);
}

for (const card of cards) {
  const shot = card.querySelector(".shot");
  if (!chosen(card)) continue;
  let waiting = 0;
  const hint = () => {
    clearTimeout(waiting);
    if (!calm.matches) waiting = setTimeout(play, 80, card);
  };
  const leave = () => {
    clearTimeout(waiting);
    if (!card.matches(":hover") && !card.matches(":focus-within")) stop(card);
  };
  card.addEventListener("pointerenter", event => { if (event.pointerType !== "touch") hint(); });
  card.addEventListener("pointerleave", leave);
  card.addEventListener("focusin", hint);
  card.addEventListener("focusout", () => setTimeout(leave));
  // A press plays and stops: for fingers, and for people who asked for less motion.
  shot.addEventListener("click", () => {
    clearTimeout(waiting);
    if (shot.dataset.plays) stop(card); else play(card);
  });
  for (const clip of card.querySelectorAll("button.clip")) {
    clip.addEventListener("click", () => { clearTimeout(waiting); choose(card, clip); });
  }
}

for (const button of formats) {
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    filter();
  });
}
search.addEventListener("input", filter);
sorting.addEventListener("change", sort);
document.addEventListener("keydown", event => {
  if (event.key === "/" && document.activeElement !== search && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    search.focus();
    search.select();
  }
});
tools.hidden = false;
// A reload keeps what was typed.
filter();
sort();
)js";
}

}  // namespace thaw
