// The times of times.js in Chromium: node times_browser.js PLAYWRIGHT CHROMIUM PAGE WORLD X,Y,X,Y...

import { readFileSync } from 'node:fs';
import { launch, openPage } from './browser_page.js';

const [playwright, chromium, file, world, ...queries] = process.argv.slice(2);
const browser = await launch(playwright, chromium);
const page = await openPage(browser, `file://${file}`);
await page.waitForFunction(() => globalThis.overlandExplorer?.session.answer);
const firstPathMs = await page.evaluate(() => globalThis.overlandExplorer.firstPathMs);
console.error(`first path ${Math.round(firstPathMs)} ms after the page began to open`);
const bytes = readFileSync(world).toString('base64');
const times = await page.evaluate(
  async ([text, asked]) => {
    const { client } = globalThis.overlandExplorer;
    await client.call(
      'open',
      Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
    );
    const measureAll = async () => {
      const found = [];
      for (const query of asked) {
        const [startX, startY, goalX, goalY] = query.split(',').map(Number);
        const ends = { start: [startX, startY], goal: [goalX, goalY] };
        found.push(await client.call('measure', { ...ends, smoothing: 'grid' }));
      }
      return found;
    };
    await measureAll(); // the browser compiles the code again once it has run for a while
    return measureAll();
  },
  [bytes, queries],
);
for (const { firstStepUs, pathUs } of times) {
  console.log(`${(firstStepUs ?? 0).toFixed(3)} ${(pathUs ?? 0).toFixed(3)}`);
}
await browser.close();
