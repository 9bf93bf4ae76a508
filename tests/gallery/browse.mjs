// browse.mjs CHROMIUM FOLDER: opens the gallery of hostile names there as a person would, from the file system.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { Browser, sleep, until } from "./browser.mjs";

const [program, folder] = process.argv.slice(2);
const page = pathToFileURL(join(folder, "index.html")).href;
const browser = await Browser.start(program);
const visible = `[...document.querySelectorAll(".card")].filter(card => !card.hidden)`;
const motion = `[...document.querySelectorAll(".motion")].map(image => image.getAttribute("src"))`;

// The file of a URL: its bytes, since names need not be UTF-8.
function file(url) {
  assert.ok(url.startsWith("file:///"), url);
  assert.ok(!/[?#]/.test(url), url);
  const latin = url.slice("file://".length).replace(/%([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(latin, "latin1");
}

async function namesRunNothing() {
  assert.equal(await browser.ask("typeof window.ran"), "undefined");
  assert.equal(await browser.ask("document.scripts.length"), 1);
  const handlers = await browser.ask(`[...document.querySelectorAll("*")]
    .flatMap(element => element.getAttributeNames()).filter(name => name.startsWith("on"))`);
  assert.deepEqual(handlers, []);
  assert.equal(await browser.ask(`document.querySelectorAll("img:not(.still)").length`), 0);
  assert.equal(await browser.ask(`document.title`), "<script>window.ran=1</script>");
}

async function linksLeadToFiles() {
  const urls = await browser.ask(`[
    ...[...document.querySelectorAll("a:not([href^='#'])")].map(link => link.href),
    ...[...document.images].map(image => image.src),
    ...[...document.querySelectorAll("[data-preview]")].map(clip => new URL(clip.dataset.preview, document.baseURI).href),
  ]`);
  assert.ok(urls.length > 80, `${urls.length} links`);
  for (const url of urls) assert.ok(existsSync(file(url)), `nothing at ${url}`);
}

async function imagesLoad() {
  await browser.ask(`document.querySelectorAll("img").forEach(image => image.loading = "eager")`);
  await until("images", () => browser.ask(`[...document.images].every(image => image.complete)`));
  const missing = await browser.ask(`[...document.images].filter(image => image.naturalWidth === 0).map(one => one.src)`);
  assert.deepEqual(missing, []);
}

async function searchFilters() {
  const all = await browser.ask(`${visible}.length`);
  await browser.key("/", "/");
  await browser.type("javascript: ANACHRONOX");
  await until("the search", () => browser.ask(`${visible}.length < ${all}`));
  const found = await browser.ask(`${visible}.map(card => card.dataset.search.toLowerCase())`);
  assert.ok(found.length > 0);
  for (const words of found) assert.ok(words.includes("javascript:") && words.includes("anachronox"), words);
  assert.equal(await browser.ask(`document.querySelector(".shown").textContent`), `${found.length} of ${all} shown`);
  await browser.type(" nowhere");
  assert.equal(await browser.ask(`${visible}.length`), 0);
  assert.equal(await browser.ask(`document.querySelector(".nothing").hidden`), false);
  await browser.ask(`(() => { const box = document.querySelector("input"); box.value = "";
    box.dispatchEvent(new Event("input")); box.blur(); })()`);
  assert.equal(await browser.ask(`${visible}.length`), all);
  await browser.pointAt(".formats button", true);
  const shown = await browser.ask(`${visible}.map(card => card.dataset.format)`);
  assert.ok(shown.length > 0 && shown.length < all);
  assert.equal(new Set(shown).size, 1);
  await browser.pointAt(".formats button", true);
  assert.equal(await browser.ask(`${visible}.length`), all);
}

async function sortingReorders() {
  const pick = value => browser.ask(`(() => { const box = document.querySelector("select"); box.value = "${value}";
    box.dispatchEvent(new Event("change"));
    return [...document.querySelectorAll(".card")].map(card => [card.dataset.name, +card.dataset.bytes, +card.dataset.triangles]);
  })()`);
  const found = await pick("found");
  for (const [order, column] of [["bytes", 1], ["triangles", 2]]) {
    const numbers = (await pick(order)).map(card => card[column]);
    assert.deepEqual(numbers, [...numbers].sort((a, b) => b - a), order);
  }
  assert.notDeepEqual(await pick("name"), found);
  assert.deepEqual(await pick("found"), found);
}

async function hoverPlays() {
  // The fourth card has three clips.
  const card = ".card:nth-of-type(4)";
  const previews = await browser.ask(
    `[...document.querySelectorAll("${card} button.clip")].map(clip => clip.getAttribute("data-preview"))`);
  assert.equal(previews.length, 3);
  await browser.point(1, 1);
  assert.deepEqual(await browser.ask(motion), [], "nothing moves before it is asked to");
  const asked = () => browser.events.filter(event => event.method === "Network.requestWillBeSent")
    .map(event => event.params.request.url).filter(url => url.includes("/previews/"));
  assert.deepEqual(asked(), [], "no preview is loaded before it is wanted");
  await browser.pointAt(`${card} .shot`);
  await until("the preview", () => browser.ask(`document.querySelector("${card} .shot").classList.contains("moving")`));
  assert.deepEqual(await browser.ask(motion), [previews[0]]);
  assert.equal(asked().length, 1);
  await browser.pointAt(`${card} button.clip:nth-child(2)`, true);
  await until("the second clip", () => browser.ask(`${motion}[0] === ${JSON.stringify(previews[1])}`));
  assert.equal(await browser.ask(`document.querySelector("${card} button.clip:nth-child(2)").ariaPressed`), "true");
  assert.equal(await browser.ask(`document.querySelector("${card} button.clip").ariaPressed`), "false");
  await browser.ask(`document.activeElement.blur()`);
  await browser.point(1, 1);
  await until("an end", () => browser.ask(`${motion}.length === 0`));
}

async function keysPlay() {
  await browser.ask(`document.querySelector("select").focus()`);
  await browser.key("Tab");
  for (let i = 0; i < 20 && !await browser.ask(`document.activeElement.matches("button.shot")`); ++i) await browser.key("Tab");
  await until("the preview of what has the focus", () => browser.ask(`${motion}.length === 1`));
  await browser.key("Enter", "\r");
  await until("a stop", () => browser.ask(`${motion}.length === 0`));
  await browser.ask(`document.activeElement.blur()`);
}

async function lessMotionIsRespected() {
  await browser.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value: "reduce" }] });
  await browser.point(1, 1);
  await browser.pointAt(".card:nth-of-type(4) .shot");
  await sleep(400);
  assert.deepEqual(await browser.ask(motion), []);
  await browser.pointAt(".card:nth-of-type(4) .shot", true);
  await until("a press plays", () => browser.ask(`${motion}.length === 1`));
  await browser.ask(`document.activeElement.blur()`);
  await browser.point(1, 1);
  await browser.send("Emulation.setEmulatedMedia", { features: [] });
}

// Left before the preview was there, which then must not hide the still image.
async function leavingEarlyKeepsTheStill() {
  await browser.ask(`(() => {
    const card = document.querySelector(".card:nth-of-type(3)");
    card.querySelector(".shot").click();
    card.querySelector(".shot").click();
  })()`);
  await sleep(300);
  assert.equal(await browser.ask(`document.querySelectorAll(".moving").length`), 0);
}

async function fitsNarrowWindows() {
  await browser.send("Emulation.setDeviceMetricsOverride", { width: 360, height: 700, deviceScaleFactor: 1, mobile: false });
  assert.ok(await browser.ask(`document.documentElement.scrollWidth <= 360`), "nothing sticks out");
  await browser.send("Emulation.clearDeviceMetricsOverride");
}

try {
  await browser.open(page);
  for (const test of [namesRunNothing, linksLeadToFiles, hoverPlays, imagesLoad, searchFilters, sortingReorders, keysPlay,
    lessMotionIsRespected, leavingEarlyKeepsTheStill, fitsNarrowWindows, namesRunNothing]) {
    await test();
    console.log(`ok ${test.name}`);
  }
  await browser.ask(`scrollTo(0, 0)`);
  for (const scheme of ["light", "dark"]) {
    await browser.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    await sleep(200);
    writeFileSync(join(folder, `../${scheme}.png`), await browser.screenshot());
  }
  const bad = browser.events.filter(({ method, params }) => method === "Page.javascriptDialogOpening" ||
    method === "Runtime.exceptionThrown" || (method === "Log.entryAdded" && params.entry.level === "error"));
  assert.deepEqual(bad.map(event => event.params), [], "dialogs, exceptions, refused requests");
} finally {
  await browser.stop();
}
