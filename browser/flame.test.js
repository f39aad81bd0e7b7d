// The graph itself: what it shows, zoom, keys, choices and links.
import assert from "node:assert/strict";
import { clickFrame, colourAt, frameBox, pageTest, settled, texts } from "./page.js";

const zoomedName = (page) =>
  page.evaluate(() => plumb.facts.nameOf(plumb.tree, plumb.tree.fn[plumb.flame.graph.zoomed]));
const marked = (page) => page.evaluate(() => plumb.facts.nameOf(plumb.tree, plumb.tree.fn[plumb.flame.graph.marked]));

pageTest("shows totals and losses", "cpu", async (page) => {
  const summary = await page.locator("#summary").innerText();
  assert.match(
    summary.replace(/\s+/g, " "),
    /samples 24,180 stacks [\d,]+ lost 0 truncated 14 collided 0 unknown frames 90 root reached 98.9%/,
  );
  assert.deepEqual(await texts(page, "#summary .missing dt"), ["truncated", "unknown frames"]);
  assert.equal(await page.evaluate(() => plumb.tree.total[0][0]), 24_180);
});

pageTest("a frame is as wide as its share", "cpu", async (page) => {
  const [all, thread] = [await frameBox(page, "all"), await frameBox(page, "start_thread")];
  const share = await page.evaluate((node) => plumb.tree.total[1][node] / plumb.tree.total[1][0], thread.node);
  assert.ok(Math.abs(thread.width / all.width - share) < 0.001);
});

pageTest("kernel frames stand on user frames", "cpu", async (page) => {
  const upsideDown = await page.evaluate(() => {
    const { tree, profile } = plumb;
    const kernel = (node) => tree.fn[node] >= 0 && profile.kindOf(tree.fn[node]) === "kernel";
    return [...tree.fn.keys()].filter((node) => node > 0 && kernel(tree.parent[node]) && !kernel(node)).length;
  });
  assert.equal(upsideDown, 0);
});

pageTest("click zooms, crumbs and Escape lead back", "cpu", async (page) => {
  await clickFrame(page, "shop.web.Router.dispatch");
  const box = await frameBox(page, "shop.web.Router.dispatch");
  const canvas = await page.locator("#flame canvas").boundingBox();
  assert.ok(box.width > canvas.width - 2, "fills the width");
  const crumbs = await texts(page, "#crumbs button");
  assert.equal(crumbs[0], "all");
  assert.equal(crumbs.at(-1), "Router.dispatch");
  await page.keyboard.press("Escape");
  await settled(page);
  assert.equal(await zoomedName(page), "shop.http.Connection.serve");
  await page.locator("#crumbs button").first().click();
  await settled(page);
  assert.equal(await zoomedName(page), "all");
});

pageTest("the browser's Back undoes a zoom", "cpu", async (page) => {
  await clickFrame(page, "shop.http.Connection.serve");
  await clickFrame(page, "deflate");
  await page.goBack();
  assert.equal(await zoomedName(page), "shop.http.Connection.serve");
});

pageTest("tooltip has place, module, kind, self and total", "cpu", async (page) => {
  const box = await frameBox(page, "shop.http.RequestParser.parse");
  await page.mouse.move(box.x, box.y);
  const text = await page.locator("#tooltip").innerText();
  for (const expected of [
    /shop\.http\.RequestParser\.parse/,
    /java · shop\.jar/,
    /RequestParser\.java:\d+/,
    /self\s+total/,
    /CPU time\s+[\d.]+ m?s\s+[\d.]+ s\s+[\d.]+%/,
  ]) {
    assert.match(text, expected);
  }
  await page.mouse.move(5, 5);
  assert.equal(await page.locator("#tooltip").isHidden(), true);
});

pageTest("keys move, zoom, turn and open help", "cpu", async (page) => {
  await page.focus("#flame canvas");
  await page.keyboard.press("ArrowUp");
  assert.equal(await marked(page), "start_thread");
  await page.keyboard.press("ArrowRight");
  assert.equal(await marked(page), "_start");
  await page.keyboard.press("ArrowUp");
  assert.equal(await marked(page), "__libc_start_main");
  assert.match(await page.locator("#details").innerText(), /__libc_start_main/);
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(await zoomedName(page), "__libc_start_main");
  await page.keyboard.press("0");
  await settled(page);
  assert.equal(await zoomedName(page), "all");
  const below = (await frameBox(page, "all")).y;
  await page.keyboard.press("f");
  assert.ok((await frameBox(page, "all")).y < below, "the root is on top");
  await page.keyboard.press("?");
  assert.equal(await page.locator("#keys").isVisible(), true);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#keys").isVisible(), false);
  await page.keyboard.press("2");
  assert.equal(await page.locator("#table").isVisible(), true);
});

pageTest("Ctrl and the wheel zoom around the pointer, a drag moves", "cpu", async (page) => {
  const box = await page.locator("#flame canvas").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 100);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -400);
  await page.keyboard.up("Control");
  await settled(page);
  const view = await page.evaluate(() => [plumb.flame.graph.x0, plumb.flame.graph.x1]);
  assert.ok(view[0] > 0.1 && view[1] < 0.9, "narrower: " + view);
  assert.ok(Math.abs((view[0] + view[1]) / 2 - 0.5) < 0.01, "still in the middle");
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 200, box.y + 100, { steps: 4 });
  await page.mouse.up();
  assert.ok((await page.evaluate(() => plumb.flame.graph.x0)) > view[0], "moved");
});

pageTest("process, thread and value choose what is shown", "cpu", async (page) => {
  await page.selectOption("#choose-process", {
    label: (await texts(page, "#choose-process option")).find((text) => text.startsWith("python3")),
  });
  assert.equal(await frameBox(page, "start_thread"), null);
  const python = await page.evaluate(() => plumb.tree.total[0][0]);
  const threads = (await texts(page, "#choose-thread option")).slice(1);
  assert.equal(threads.length, 2);
  let sum = 0;
  for (const thread of threads) {
    await page.selectOption("#choose-thread", { label: thread });
    sum += await page.evaluate(() => plumb.tree.total[0][0]);
  }
  assert.equal(sum, python);
  await page.selectOption("#choose-value", { label: "samples" });
  assert.equal(await page.evaluate(() => plumb.measure.unit), "count");
});

pageTest("splits by thread with nothing lost", "cpu", async (page) => {
  await page.selectOption("#choose-group", "thread");
  const [groups, sum, all] = await page.evaluate(() => {
    const { tree } = plumb;
    const tops = [...tree.fn.keys()].filter((node) => tree.depth[node] === 1);
    return [tops.length, tops.reduce((total, node) => total + tree.total[0][node], 0), tree.total[0][0]];
  });
  assert.equal(groups, 11);
  assert.equal(sum, all);
});

pageTest("colours by kind, module and label", "offcpu", async (page) => {
  const kind = await colourAt(page, "start_thread");
  await page.selectOption("#choose-colour", "module");
  assert.notDeepEqual(await colourAt(page, "start_thread"), kind);
  await page.selectOption("#choose-colour", "label:cause");
  const legend = await texts(page, "#legend b");
  assert.deepEqual([...legend].sort(), ["disk", "lock", "network", "preempted", "sleep"]);
  const box = await frameBox(page, "start_thread");
  await page.mouse.move(box.x, box.y);
  assert.match(await page.locator("#tooltip").innerText(), /network [\d.]+% · lock/);
});

pageTest(
  "follows the system into the dark, and the button out of it",
  "cpu",
  async (page) => {
    const lightness = () => page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)[0]));
    assert.ok((await lightness()) < 60);
    await page.click("#theme");
    assert.ok((await lightness()) > 200);
  },
  { colorScheme: "dark" },
);

pageTest("a link brings back zoom, search, view and choices", "cpu", async (page) => {
  await clickFrame(page, "shop.web.Router.dispatch");
  await page.fill("#search", "render|score");
  await page.selectOption("#choose-colour", "module");
  await page.selectOption("#choose-order", "name");
  await page.waitForFunction(() => /%/.test(document.getElementById("matched").textContent));
  const link = await page.evaluate(() => location.href);
  const matched = await page.locator("#matched").innerText();
  const other = await page.context().newPage();
  await other.goto(link);
  await other.waitForFunction(() => /%/.test(document.getElementById("matched").textContent));
  assert.equal(await zoomedName(other), "shop.web.Router.dispatch");
  assert.equal(await other.inputValue("#search"), "render|score");
  assert.equal(await other.locator("#matched").innerText(), matched);
  assert.equal(await other.inputValue("#choose-colour"), "module");
  assert.equal(await other.inputValue("#choose-order"), "name");
});

pageTest(
  "a link made of nonsense shows the whole graph",
  "cpu",
  async (page) => {
    assert.equal(await zoomedName(page), "all");
    assert.equal(await page.evaluate(() => plumb.state.view), "flame");
  },
  { hash: "view=<script>&zoom=zz.-1.%00&value=99&chosen=-5&colour=x&group=__proto__&order=constructor&width=%E0%A4%A" },
);

pageTest("an empty profile says so", "empty", async (page) => {
  assert.equal(await page.locator("#crumbs").innerText(), "all");
  assert.match(await page.locator("#summary").innerText(), /samples\s+0/);
  for (const tab of ["#tab-table", "#tab-sandwich"]) await page.click(tab);
});

pageTest(
  "reads its data without DecompressionStream",
  "cpu",
  async (page) => {
    assert.equal(await page.evaluate(() => typeof DecompressionStream), "undefined");
    assert.equal(await page.evaluate(() => plumb.tree.total[0][0]), 24_180);
  },
  { prepare: (page) => page.addInitScript(() => delete window.DecompressionStream) },
);

pageTest("is labelled for screen readers and reachable by Tab", "cpu", async (page) => {
  const unnamed = await page.evaluate(() =>
    [...document.querySelectorAll("button, input, select, canvas")]
      .filter((e) => e.offsetParent)
      .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length))
      .map((e) => e.outerHTML),
  );
  assert.deepEqual(unnamed, []);
  const reached = new Set();
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.tagName));
  }
  for (const id of ["search", "share", "tab-flame", "choose-colour", "CANVAS"])
    assert.ok(reached.has(id), id + " in " + [...reached]);
});
