// Takes a picture of a flame graph page, for documents: node picture.js PAGE.html PICTURE.png [dark] [phone]
import path from "node:path";
import { chromium } from "playwright-core";
import { DESK, FLAGS, PHONE } from "./devices.js";

const [page, picture, ...options] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: FLAGS });
const session = await browser.newContext({
  ...(options.includes("phone") ? PHONE : { ...DESK, deviceScaleFactor: 2 }),
  colorScheme: options.includes("dark") ? "dark" : "light",
});
const tab = await session.newPage();
await tab.goto("file://" + path.resolve(page));
await tab.waitForSelector("html[data-ready]");
await tab.screenshot({ path: picture });
await browser.close();
