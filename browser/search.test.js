// Search, the table of functions, callers and callees.
import assert from "node:assert/strict";
import { clickFrame, frameBox, pageTest, texts } from "./page.js";

async function search(page, text) {
  await page.fill("#search", text);
  await page.waitForFunction(
    (query) => plumb.state.query === query && document.getElementById("matched").textContent !== "",
    text,
  );
  await page.waitForTimeout(50);
  await page.waitForFunction(() => !plumb.matcher.busy);
  return page.locator("#matched").innerText();
}

pageTest("search tells the share that matches", "cpu", async (page) => {
  const expected = await page.evaluate(() => {
    const { tree, profile } = plumb;
    const inside = (node) =>
      node > 0 && (/^tcp_/.test(tree.fn[node] >= 0 ? profile.nameOf(tree.fn[node]) : "") || inside(tree.parent[node]));
    let sum = 0;
    for (let node = 0; node < tree.size; node++) if (inside(node)) sum += tree.self[1][node];
    return (100 * sum) / tree.total[1][0];
  });
  const matched = await search(page, "^tcp_");
  assert.ok(Math.abs(Number.parseFloat(matched) - expected) < 0.06, matched + " is " + expected);
  assert.equal(await search(page, "no such function"), "no match");
  assert.equal(await search(page, "^JAVA"), await search(page, "^java"), "upper or lower case");
});

pageTest("search looks into modules and kinds, and follows the zoom", "cpu", async (page) => {
  assert.equal(await search(page, "kind:kernel"), "24.2%");
  assert.match(await search(page, "module:libz"), /^\d+\.\d%$/);
  await search(page, "^deflate$");
  const before = Number.parseFloat(await page.locator("#matched").innerText());
  await clickFrame(page, "shop.http.Response.write");
  assert.ok(Number.parseFloat(await page.locator("#matched").innerText()) > before);
});

pageTest("the share follows the choice of a process", "cpu", async (page) => {
  const all = await search(page, "^tcp_");
  await page.selectOption("#choose-process", { index: 1 });
  assert.notEqual(await page.locator("#matched").innerText(), all);
});

pageTest("a broken expression is searched as text", "cpu", async (page) => {
  assert.match(await search(page, "JavaThread::run("), /%/);
  assert.match(await page.locator("#toast").innerText(), /not a regular expression/);
  assert.equal(await page.locator("#search.literal").count(), 1);
});

pageTest("an expression that never ends does not stop the page", "hostile", async (page) => {
  await page.fill("#search", "(x+x+)+y");
  await page.waitForFunction(() => /took too long/.test(document.getElementById("toast").textContent), null, {
    timeout: 15_000,
  });
  assert.equal(await page.locator("#matched").innerText(), "no match");
  assert.equal(await search(page, "^constructor$"), "6.3%");
});

pageTest("n goes from match to match", "cpu", async (page) => {
  await search(page, "^longest_match$");
  await page.focus("#flame canvas");
  await page.keyboard.press("n");
  assert.match(await page.locator("#details .title").innerText(), /longest_match/);
});

pageTest("table has self and total of each function", "cpu", async (page) => {
  await page.click("#tab-table");
  const row = page.locator("tr.row", { hasText: "shop.web.Template.render" });
  const [self, total] = await page.evaluate(() => {
    const { tree, profile } = plumb;
    const is = (node) => node > 0 && tree.fn[node] >= 0 && profile.nameOf(tree.fn[node]) === "shop.web.Template.render";
    const inside = (node) => node > 0 && (is(node) || inside(tree.parent[node]));
    let [own, all] = [0, 0];
    for (let node = 1; node < tree.size; node++) {
      if (is(node)) own += tree.self[1][node];
      if (inside(node)) all += tree.self[1][node];
    }
    return [own, all].map((sum) => ((100 * sum) / tree.total[1][0]).toFixed(1) + "%");
  });
  assert.deepEqual((await row.locator("td span").allTextContents()).slice(0, 2), [self, total]);
});

pageTest("table sorts, and the search filters it", "cpu", async (page) => {
  await page.click("#tab-table");
  const names = () => texts(page, "tr.row td.text:not(.module)");
  const percents = async () => (await texts(page, "tr.row td:nth-child(2) span")).map(Number.parseFloat);
  await page.locator("th button", { hasText: "Total" }).click();
  const down = await percents();
  assert.deepEqual(
    down,
    [...down].sort((a, b) => b - a),
  );
  await page.locator("th button", { hasText: "Function" }).click();
  const sorted = (await names()).map((name) => name.toLowerCase());
  assert.deepEqual(sorted, [...sorted].sort());
  assert.equal(await page.locator("th[aria-sort=ascending]").innerText(), "Function ↑");
  await search(page, "^tcp_");
  const filtered = await names();
  assert.ok(filtered.length > 3 && filtered.every((name) => name.startsWith("tcp_")), filtered.join());
  await search(page, "no such function");
  assert.match(await page.locator("#table").innerText(), /No function matches/);
});

pageTest("keys choose a function in the table", "cpu", async (page) => {
  await page.click("#tab-table");
  const first = (await texts(page, "tr.row td.text:not(.module)"))[1];
  await page.focus("#table .rows");
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  assert.equal(await page.locator("#chosen").innerText(), first);
});

pageTest("callers and callees add up to the function", "cpu", async (page) => {
  await clickFrame(page, "shop.db.Connection.execute");
  await page.click("#details button:has-text('Callers')");
  assert.equal(await page.locator("#chosen").innerText(), "shop.db.Connection.execute");
  const sums = await page.evaluate(() => {
    const { callers, callees, totals, state } = plumb;
    return [totals.total[1][state.chosen], callers.tree.total[1][0], callees.tree.total[1][0]];
  });
  assert.ok(sums[0] > 0);
  assert.deepEqual(sums, [sums[0], sums[0], sums[0]]);
  assert.ok(await frameBox(page, "shop.catalog.Catalog.list", "callers"));
  assert.ok(await frameBox(page, "shop.order.Payment.charge", "callers"));
  assert.ok(await frameBox(page, "shop.db.ResultSet.decode", "callees"));
  assert.equal(await frameBox(page, "shop.db.ResultSet.decode", "callers"), null);
});

pageTest("recursion counts once", "cpu", async (page) => {
  await page.evaluate(() =>
    plumb.choose(
      [...plumb.profile.fnName.keys()].find((fn) => plumb.profile.nameOf(fn) === "shop.web.Template.render"),
    ),
  );
  const [total, callees, nested] = await page.evaluate(() => {
    const { callees, totals, state, tree } = plumb;
    const all = [...tree.fn.keys()]
      .filter((node) => tree.fn[node] === state.chosen)
      .reduce((sum, node) => sum + tree.total[1][node], 0);
    return [totals.total[1][state.chosen], callees.tree.total[1][0], all];
  });
  assert.equal(callees, total);
  assert.ok(nested > total, "adding every call would count the recursive ones twice");
});
