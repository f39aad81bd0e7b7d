// Opens flame graph pages in Chromium, and keeps a picture of the page when a test fails.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { DESK, FLAGS } from "./devices.js";

const here = path.dirname(fileURLToPath(import.meta.url));
const pictures = path.join(here, "target", "failures");

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS });
});
after(() => browser.close());

export const fileOf = (name) => path.join(here, "target", "pages", name + ".html");
export const urlOf = (name) => "file://" + fileOf(name);

// A test of one page: `body(page)` runs on it once it is ready. Any error, policy violation or request off the file fails it.
export function pageTest(title, name, body, { device = DESK, hash = "", prepare = async () => {}, ...context } = {}) {
  test(title, { timeout: 90_000 }, async () => {
    const session = await browser.newContext({ ...device, ...context });
    const page = await session.newPage();
    const troubles = [];
    page.on("pageerror", (error) => troubles.push("error: " + error.stack));
    page.on(
      "console",
      (message) => ["error", "warning"].includes(message.type()) && troubles.push("console: " + message.text()),
    );
    page.on(
      "request",
      (request) => /^(file|data|blob):/.test(request.url()) || troubles.push("request: " + request.url()),
    );
    page.on("dialog", (dialog) => troubles.push("dialog: " + dialog.message()) && dialog.dismiss());
    try {
      await prepare(page);
      await page.goto(urlOf(name) + (hash && "#" + hash));
      await page.waitForSelector("html[data-ready]");
      await body(page);
      if (troubles.length > 0) throw new Error("the page is not quiet:\n" + troubles.join("\n"));
    } catch (problem) {
      mkdirSync(pictures, { recursive: true });
      const picture = path.join(pictures, title.replace(/\W+/g, "-") + ".png");
      await page.screenshot({ path: picture });
      problem.message += "\npicture: " + picture;
      throw problem;
    } finally {
      await session.close();
    }
  });
}

// Where a frame of a graph stands on the page: the first node of that name.
export function frameBox(page, name, panel = "flame") {
  return page.evaluate(
    ([wanted, id]) => {
      const { app, graph } = { app: window.plumb, graph: window.plumb[id].graph };
      const node = graph.tree.fn.findIndex((fn) => app.facts.nameOf(graph.tree, fn) === wanted);
      const box = node < 0 ? null : graph.boxOf(node);
      const place = graph.canvas.getBoundingClientRect();
      return (
        box && {
          node,
          x: place.left + (box.left + box.right) / 2,
          y: place.top + box.top + graph.rowHeight / 2,
          width: box.right - box.left,
        }
      );
    },
    [name, panel],
  );
}

// Waits until a graph has come to rest: animations take a quarter of a second.
export async function settled(page) {
  let last = "";
  for (let i = 0; i < 60; i++) {
    const now = await page.evaluate(() =>
      ["flame", "callers", "callees"].map((id) => window.plumb[id].graph.x0 + ":" + window.plumb[id].graph.x1).join(),
    );
    if (now === last && i > 2) return;
    last = now;
    await page.waitForTimeout(60);
  }
}

export async function clickFrame(page, name, panel = "flame") {
  const box = await frameBox(page, name, panel);
  if (!box) throw new Error("no frame " + name);
  await page.mouse.click(box.x, box.y);
  await settled(page);
}

export const texts = (page, selector) => page.locator(selector).allTextContents();

// The colour of the canvas in the middle of a frame, away from its label.
export async function colourAt(page, name) {
  const box = await frameBox(page, name);
  return page.evaluate(({ x, y, width }) => {
    const { canvas, ratio } = window.plumb.flame.graph;
    const place = canvas.getBoundingClientRect();
    const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    pixel.drawImage(
      canvas,
      -Math.round((x + width / 2 - 3 - place.left) * ratio),
      -Math.round((y + 6 - place.top) * ratio),
    );
    return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, box);
}
