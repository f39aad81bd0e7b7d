// Speedscope, as published, opens the files of other formats that Plumb writes, and comes to the same totals.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { DESK, FLAGS } from "./devices.js";

const here = path.dirname(fileURLToPath(import.meta.url));
const app = path.join(here, "node_modules", "speedscope", "dist", "release");
const golden = path.join(here, "..", "profile", "src", "test", "resources", "golden");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

let browser;
let server;
before(async () => {
  // It draws with WebGL, which a machine without a graphics card has in software only.
  const flags = FLAGS.filter((flag) => flag !== "--disable-gpu");
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: [...flags, "--enable-unsafe-swiftshader", "--use-gl=angle", "--use-angle=swiftshader"],
  });
  server = http.createServer((request, response) => {
    const name = path.basename(new URL(request.url, "http://localhost").pathname);
    const folder = name.startsWith("small.") ? golden : app;
    try {
      const content = readFileSync(path.join(folder, name));
      response.writeHead(200, { "content-type": TYPES[path.extname(name)] ?? "application/octet-stream" });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
});
after(async () => {
  await browser.close();
  server.close();
});

// The rows of the function table: name, total, self.
async function table(name) {
  const page = await browser.newPage(DESK);
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("dialog", (dialog) => troubles.push(dialog.message()) && dialog.dismiss());
  const origin = `http://127.0.0.1:${server.address().port}`;
  await page.goto(`${origin}/index.html#profileURL=${encodeURIComponent(`${origin}/${name}`)}`);
  await page.getByText("Sandwich").waitFor({ timeout: 30_000 });
  await page.getByText("Sandwich").click();
  await page.locator("td", { hasText: "%)" }).first().waitFor();
  const cells = await page.$$eval("table tr", (rows) =>
    rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.innerText.trim())),
  );
  await page.close();
  assert.deepEqual(troubles, []);
  return new Map(cells.filter((row) => row[0]?.endsWith("%)")).map(([total, self, name]) => [name, { total, self }]));
}

test("its own format", async () => {
  const rows = await table("small.speedscope.json");
  assert.deepEqual(rows.get("futex_wait"), { total: "1.60µs (69%)", self: "1.60µs (69%)" });
  assert.deepEqual(rows.get("work"), { total: "2.20µs (96%)", self: "700.00ns (31%)" });
  assert.deepEqual(rows.get("app [100]"), { total: "2.20µs (96%)", self: "0.00ns (<0.01%)" });
  assert.equal(rows.get("{cause=lock, state=S}").total, "1.50µs (65%)");
});

test("folded stacks, the comment passed over", async () => {
  const rows = await table("small.folded");
  assert.deepEqual(rows.get("futex_wait_[k]"), { total: "1,595 (69%)", self: "1,595 (69%)" });
  assert.equal(rows.get("app").total, "2,200 (96%)");
  assert.equal(rows.size, 10);
});

test("pprof", async () => {
  const rows = await table("small.pb.gz");
  assert.deepEqual(rows.get("futex_wait"), { total: "1.60µs (69%)", self: "1.60µs (69%)" });
  assert.equal(rows.get("libc.so.6+0x12345").total, "700.00ns (31%)");
});

test("perf script", async () => {
  const rows = await table("small.perf.txt");
  assert.ok(rows.has("futex_wait") && rows.has("lock") && rows.has("main"), [...rows.keys()].join(", "));
});

test("JFR", async () => {
  const rows = await table("small.jfr");
  assert.ok([...rows.keys()].some((name) => name.includes("futex_wait")), [...rows.keys()].join(", "));
});
