// Two hundred thousand frames. Times are printed, not asserted: a busy machine is no defect.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { clickFrame, fileOf, pageTest, settled } from "./page.js";

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

pageTest("200,000 frames: every one is there, and the page answers", "huge", async (page) => {
  assert.equal(await page.evaluate(() => plumb.tree.size), 200_001);
  const bytes = statSync(fileOf("huge")).size;
  assert.ok(bytes < 4_000_000, bytes + " bytes");
  const loaded = await page.evaluate(() => performance.getEntriesByType("navigation")[0].duration);
  const times = await page.evaluate(async () => {
    const list = [];
    for (let i = 0; i < 15; i++) {
      await new Promise(requestAnimationFrame);
      plumb.flame.graph.draw();
      list.push(plumb.flame.graph.redrawMillis);
    }
    return list;
  });
  const figures = [
    `file ${(bytes / 1e6).toFixed(1)} MB`,
    `loaded in ${Math.round(loaded)} ms`,
    `redraw median ${median(times).toFixed(1)} ms`,
    `fastest ${Math.min(...times).toFixed(1)} ms`,
  ];
  console.log("200,000 frames: " + figures.join(", "));
  const steps = await page.evaluate(() => {
    const timed = (work) => {
      const started = performance.now();
      work();
      return Math.round(performance.now() - started);
    };
    return {
      table: timed(() => plumb.set({ view: "table" })),
      callers: timed(() => plumb.set({ view: "sandwich" })),
      byThread: timed(() => plumb.set({ view: "flame", group: "thread" })),
      whole: timed(() => plumb.set({ group: "none" })),
    };
  });
  console.log(
    "200,000 frames: " +
      Object.entries(steps)
        .map(([name, millis]) => `${name} ${millis} ms`)
        .join(", "),
  );
});

pageTest("200,000 frames: search and zoom", "huge", async (page) => {
  await page.fill("#search", "Type\\d*7\\.call");
  await page.waitForFunction(() => /%/.test(document.getElementById("matched").textContent));
  const name = await page.evaluate(() => {
    const { tree } = plumb;
    const wide = [...tree.fn.keys()].find((node) => tree.depth[node] === 4);
    return plumb.facts.nameOf(tree, tree.fn[wide]);
  });
  await clickFrame(page, name);
  await settled(page);
  assert.equal(
    await page.evaluate(() => plumb.facts.nameOf(plumb.tree, plumb.tree.fn[plumb.flame.graph.zoomed])),
    name,
  );
});

pageTest("a table of all functions scrolls with few rows on the page", "huge", async (page) => {
  await page.click("#tab-table");
  const rows = await page.evaluate(() => plumb.table.rows.length);
  assert.ok(rows > 40_000, String(rows));
  assert.ok((await page.locator("tr.row").count()) < 120);
  await page.evaluate(() => (document.querySelector("#table .rows").scrollTop = 1e9));
  await page.waitForFunction(
    (count) => [...document.querySelectorAll("tr.row")].at(-1).getAttribute("aria-rowindex") === String(count + 1),
    rows,
  );
});
