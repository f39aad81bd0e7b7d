// A phone: nothing is cut off, taps and pinches work.
import assert from "node:assert/strict";
import { PHONE } from "./devices.js";
import { frameBox, pageTest, settled } from "./page.js";

const zoomed = (page) => page.evaluate(() => plumb.facts.nameOf(plumb.tree, plumb.tree.fn[plumb.flame.graph.zoomed]));

for (const colorScheme of ["light", "dark"]) {
  pageTest(
    "fits a phone, " + colorScheme,
    "cpu",
    async (page) => {
      for (const tab of ["flame", "table", "sandwich"]) {
        await page.tap("#tab-" + tab);
        const over = await page.evaluate(() => [
          document.documentElement.scrollWidth - innerWidth,
          document.documentElement.scrollHeight - innerHeight,
        ]);
        assert.deepEqual(over, [0, 0], tab);
        const box = await page.locator("#" + tab).boundingBox();
        assert.ok(box.height > 400, tab + " has " + box.height);
      }
    },
    { device: PHONE, colorScheme },
  );
}

pageTest(
  "a tap zooms and tells about the frame",
  "cpu",
  async (page) => {
    const box = await frameBox(page, "shop.web.Router.dispatch");
    await page.touchscreen.tap(box.x, box.y);
    await settled(page);
    assert.equal(await zoomed(page), "shop.web.Router.dispatch");
    assert.match(await page.locator("#details").innerText(), /shop\.web\.Router\.dispatch[\s\S]*Callers & callees/);
    await page.locator("#crumbs button").first().tap();
    await settled(page);
    assert.equal(await zoomed(page), "all");
  },
  { device: PHONE },
);

pageTest(
  "a pinch widens, and rows are tall enough for a finger",
  "cpu",
  async (page) => {
    assert.ok((await page.evaluate(() => plumb.flame.graph.rowHeight)) >= 24);
    const box = await page.locator("#flame canvas").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height - 60];
    const client = await page.context().newCDPSession(page);
    const touch = (type, spread) =>
      client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          spread === null
            ? []
            : [
                { x: x - spread, y, id: 1 },
                { x: x + spread, y, id: 2 },
              ],
      });
    await touch("touchStart", 30);
    for (let spread = 40; spread <= 120; spread += 10) await touch("touchMove", spread);
    await touch("touchEnd", null);
    await settled(page);
    const width = await page.evaluate(() => plumb.flame.graph.x1 - plumb.flame.graph.x0);
    assert.ok(width < 0.5, "view is " + width);
  },
  { device: PHONE },
);

pageTest(
  "options unfold",
  "cpu",
  async (page) => {
    assert.equal(await page.locator("#choose-colour").isVisible(), false);
    await page.tap("#more");
    await page.selectOption("#choose-colour", "module");
    assert.equal(await page.evaluate(() => plumb.state.colour), "module");
  },
  { device: PHONE },
);
