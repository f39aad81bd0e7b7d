// Names that processes choose to harm the reader: nothing in them runs, breaks the page or hides.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileOf, frameBox, pageTest, settled } from "./page.js";

const untouched = async (page) => {
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("script").count(), 3);
  assert.equal(await page.locator("img, b:not(#legend b), iframe").count(), 0);
  assert.deepEqual(
    await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
    [await page.evaluate(() => innerWidth), await page.evaluate(() => innerHeight)],
  );
};

pageTest("every view of hostile names is quiet", "hostile", async (page) => {
  await untouched(page);
  for (const group of ["process", "thread", "label:cause"]) await page.selectOption("#choose-group", group);
  for (const colour of ["module", "label:cause"]) await page.selectOption("#choose-colour", colour);
  await untouched(page);
  for (const tab of ["table", "sandwich", "flame"]) {
    await page.click("#tab-" + tab);
    await untouched(page);
  }
});

pageTest("every hostile frame can be hovered, picked and looked into", "hostile", async (page) => {
  const count = await page.evaluate(() => plumb.tree.size);
  assert.ok(count > 40);
  for (let node = 1; node < count; node++) {
    await page.evaluate((n) => {
      plumb.flame.hover(n, 300, 300);
      plumb.flame.mark(n);
    }, node);
  }
  await untouched(page);
  for (let fn = 0; fn < (await page.evaluate(() => plumb.profile.fnName.length)); fn += 3)
    await page.evaluate((f) => plumb.choose(f), fn);
  await untouched(page);
});

pageTest("searching for a hostile name finds exactly it", "hostile", async (page) => {
  for (const name of ["<!-- <script> ", "(a+)+$ [ \\ regex", "__proto__"]) {
    const box = await frameBox(page, name);
    assert.ok(box, name);
    await page.evaluate((node) => plumb.flame.mark(node), box.node);
    await page.click("#details button:has-text('Search')");
    await page.waitForFunction(() => plumb.hits && !plumb.matcher.busy);
    const found = await page.evaluate(() => [
      ...new Set([...plumb.hits.keys()].filter((fn) => plumb.hits[fn]).map((fn) => plumb.profile.nameOf(fn))),
    ]);
    assert.deepEqual(found, [name]);
  }
  await untouched(page);
});

pageTest("what cannot be seen is spelled out", "hostile", async (page) => {
  for (const name of [
    "safe\\u{202e}gpj.exe\\u{2066}\\u{200f} right to left",
    "line\\u{2028}separator\\u{2029}paragraph",
    "zero\\u{200b}width\\u{feff}",
    "lone\\u{d800}surrogate\\u{dc00}",
  ]) {
    assert.ok(await frameBox(page, name), name);
  }
});

pageTest("a name of 10,240 letters stays in its place", "hostile", async (page) => {
  const box = await frameBox(page, "x".repeat(10_240));
  await page.mouse.move(box.x, box.y);
  const tip = await page.locator("#tooltip").boundingBox();
  assert.ok(tip.width < 480 && tip.height < 400, JSON.stringify(tip));
  assert.match(await page.locator("#tooltip").innerText(), /10,240 characters/);
  await page.mouse.click(box.x, box.y);
  await settled(page);
  await untouched(page);
});

pageTest(
  "a hostile link runs nothing",
  "hostile",
  async (page) => {
    await page.waitForFunction(() => document.getElementById("matched").textContent !== "");
    await untouched(page);
  },
  {
    hash:
      "query=" +
      encodeURIComponent("</script><img src=x onerror=window.hacked=9>") +
      "&process=" +
      encodeURIComponent("<b>"),
  },
);

pageTest(
  "the policy forbids what is not the page's own",
  "hostile",
  async (page) => {
    const html = readFileSync(fileOf("hostile"), "utf8");
    assert.match(html, /content="default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+';/);
    const ran = await page
      .evaluate(() => {
        const script = document.createElement("script");
        script.textContent = "window.injected = true";
        document.body.append(script);
        return window.injected === true;
      })
      .catch(() => false);
    assert.equal(ran, false);
  },
  { prepare: (page) => page.removeAllListeners("console") },
);

pageTest("the file holds no hostile text as it is", "hostile", async () => {
  const html = readFileSync(fileOf("hostile"), "utf8");
  const data = html.slice(html.indexOf('id="plumb-head">'), html.lastIndexOf("<script>"));
  assert.doesNotMatch(data, /hacked = 1<|<img|<!--|onerror="|\u2028|\u202e/);
  assert.equal(html.match(/<script/g).length, 3);
  assert.equal(html.match(/<\/script/g).length, 3);
});
