// The comparison of two profiles.
import assert from "node:assert/strict";
import { colourAt, frameBox, pageTest, texts } from "./page.js";

pageTest("what grew is red, what shrank is blue", "diff", async (page) => {
  const [grewRed, , grewBlue] = await colourAt(page, "deflate");
  assert.ok(grewRed > grewBlue + 40, [grewRed, grewBlue].join());
  const [shrankRed, , shrankBlue] = await colourAt(page, "shop.search.Postings.intersect");
  assert.ok(shrankBlue > shrankRed + 40, [shrankRed, shrankBlue].join());
});

pageTest("both values and the change are shown", "diff", async (page) => {
  const box = await frameBox(page, "deflate");
  await page.mouse.move(box.x, box.y);
  const text = (await page.locator("#tooltip").innerText()).replace(/\s+/g, " ");
  assert.match(text, /before \S+( m?s)? [\d.]+ s [\d.]+% after \S+( m?s)? [\d.]+ s [\d.]+% change \+[\d.]+ pt/);
  const summary = (await page.locator("#summary").innerText()).replace(/\s+/g, " ");
  assert.match(summary, /before samples 24,180 .* after samples 24,180/);
});

pageTest("width follows both sides or one", "diff", async (page) => {
  const widths = {};
  for (const side of ["before", "after", "both"]) {
    await page.selectOption("#choose-width", side);
    widths[side] = (await frameBox(page, "deflate")).width;
  }
  assert.ok(widths.after > widths.before * 1.2, JSON.stringify(widths));
  assert.ok(Math.abs(widths.both - (widths.before + widths.after) / 2) < 2, JSON.stringify(widths));
});

pageTest("the table lists what grew most first", "diff", async (page) => {
  await page.click("#tab-table");
  assert.deepEqual((await texts(page, "th")).slice(0, 3), ["Self before", "Self after", "Self change ↓"]);
  const changes = (await texts(page, "tr.row td:nth-child(3)")).map((text) =>
    Number.parseFloat(text.replace("−", "-")),
  );
  assert.ok(changes[0] > 0.5);
  assert.deepEqual(
    changes,
    [...changes].sort((a, b) => b - a),
  );
});

pageTest("values can be compared as they are", "diff", async (page) => {
  await page.selectOption("#choose-compare", "values");
  const box = await frameBox(page, "deflate");
  await page.mouse.move(box.x, box.y);
  assert.match(await page.locator("#tooltip").innerText(), /change\s+\+[\d.]+ s/);
});

pageTest("callers and callees show the change too", "diff", async (page) => {
  await page.evaluate(() =>
    plumb.choose([...plumb.profile.fnName.keys()].find((fn) => plumb.profile.nameOf(fn) === "deflate_slow")),
  );
  const box = await frameBox(page, "longest_match", "callees");
  await page.mouse.move(box.x, box.y);
  assert.match(await page.locator("#tooltip").innerText(), /before[\s\S]*after[\s\S]*change/);
});
