// Chromium without a window, told what to do through a pipe (the DevTools protocol): no package and no port is needed.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const sleep = milliseconds => new Promise(done => setTimeout(done, milliseconds));

// Asks until the answer is true.
export async function until(what, question, seconds = 20) {
  const end = Date.now() + seconds * 1000;
  while (!await question()) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await sleep(30);
  }
}

export class Browser {
  #next = 1;
  #pending = new Map();
  #heard = "";
  #session;
  events = [];

  static async start(program) {
    const browser = new Browser();
    browser.profile = mkdtempSync(join(tmpdir(), "thaw-browser-"));
    const options = ["--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--disable-dev-shm-usage",
      "--no-first-run", "--hide-scrollbars", `--user-data-dir=${browser.profile}`, "--window-size=1280,900"];
    if (process.getuid() === 0) options.push("--no-sandbox");  // it refuses to run as root with one
    browser.child = spawn(program, [...options, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.child.stdio[4].setEncoding("utf8").on("data", text => browser.#listen(text));
    browser.child.on("exit", () => browser.#pending.forEach(({ fail }) => fail(new Error("the browser ended"))));
    const { targetInfos } = await browser.send("Target.getTargets");
    const { targetId } = targetInfos.find(target => target.type === "page");
    browser.#session = (await browser.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await browser.send(`${domain}.enable`);
    return browser;
  }

  async stop() {
    const ended = new Promise(done => this.child.once("exit", done));
    this.#session = undefined;  // this one is for the browser itself
    this.send("Browser.close").catch(() => {});
    const patience = setTimeout(() => this.child.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(patience);
    // Its helpers may still be putting things there.
    for (let tries = 0; tries < 50; ++tries) {
      try { return rmSync(this.profile, { recursive: true, force: true }); } catch { await sleep(100); }
    }
  }

  send(method, params = {}) {
    const id = this.#next++;
    this.child.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.#session }) + "\0");
    return new Promise((done, fail) => this.#pending.set(id, { done, fail }));
  }

  #listen(text) {
    const messages = (this.#heard + text).split("\0");
    this.#heard = messages.pop();
    for (const message of messages.map(one => JSON.parse(one))) {
      if (message.id === undefined) { this.events.push(message); continue; }
      const { done, fail } = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (message.error) fail(new Error(message.error.message)); else done(message.result);
    }
  }

  // What an expression is in the page.
  async ask(expression) {
    const { result, exceptionDetails } =
      await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  async open(url) {
    await this.send("Page.navigate", { url });
    await until("the page", () => this.ask(`location.href === ${JSON.stringify(url)} && document.readyState === "complete"`));
  }

  async point(x, y, press = false) {
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    if (!press) return;
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
  }

  async pointAt(selector, press = false) {
    const [x, y] = await this.ask(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: "center" });
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    })()`);
    await this.point(x, y, press);
  }

  async key(key, text) {
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", key, text, code: key,
      windowsVirtualKeyCode: { Tab: 9, Enter: 13 }[key] });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, code: key });
  }

  type(text) { return this.send("Input.insertText", { text }); }

  async screenshot() { return Buffer.from((await this.send("Page.captureScreenshot")).data, "base64"); }
}
