// Times of frames on a map of 1024 x 1024 cells in Chromium: node frames_browser.js PLAYWRIGHT CHROMIUM PAGE
// Prints a line for each of panning, zooming and painting: milliseconds between frames, and those that the
// page takes to draw one.

import { launch, openPage, placeOf, printFrames, settle } from './browser_page.js';

const FRAMES = 120;
const [playwright, chromium, file] = process.argv.slice(2);
const browser = await launch(playwright, chromium);
const page = await openPage(browser, `file://${file}#map=continents&size=1024x1024&seed=2&pin=1`);
await settle(page);

/** Watches frames while `act`, a function in the page, is called before each; the times of all. */
const watchIn = (seen, act) =>
  seen.evaluate(
    async ([text, count]) => {
      const app = globalThis.overlandExplorer;
      const each = new Function('app', 'i', text);
      const drawn = [];
      const draw = app.drawFrame;
      app.drawFrame = function drawTimed() {
        const began = performance.now();
        draw.call(this);
        drawn.push(performance.now() - began);
      };
      const stamps = [];
      for (let i = 0; i <= count; i++) {
        stamps.push(await new Promise((resolve) => requestAnimationFrame(resolve)));
        each(app, i);
      }
      app.drawFrame = draw;
      return { between: stamps.slice(1).map((at, i) => at - stamps[i]), drawn };
    },
    [act, FRAMES],
  );

const watch = (act) => watchIn(page, act);

const show = (name, { between, drawn }) => printFrames(name, between, drawn);

await watch('app.redraw();'); // the browser compiles what runs for the first time
show('idle', await watch(''));
show('panning', await watch('app.camera.pan(i % 40 < 20 ? 9 : -9, 5 - (i % 10)); app.redraw();'));
show(
  'zooming',
  await watch('app.camera.zoom(i % 60 < 30 ? 1.08 : 1 / 1.08, 640, 400); app.redraw();'),
);
await page.evaluate(() => globalThis.overlandExplorer.fitView());
await page.keyboard.press('b');
const [x, y] = await placeOf(page, [300, 300]);
await page.mouse.move(x, y);
await page.mouse.down();
const watched = watch('app.redrawInk();');
for (let i = 0; i < FRAMES / 2; i++) {
  await page.mouse.move(x + 4 * i, y + 40 * Math.sin(i / 9));
  await new Promise((resolve) => setTimeout(resolve, 24));
}
show('painting', await watched);
await page.mouse.up();

// ---- A battle of 2,000 units ----

const battle = await openPage(
  browser,
  `file://${file}#mode=battle&map=continents&size=512x320&seed=6&scene=armies&units=2000`,
);
await battle.waitForFunction(() => globalThis.overlandExplorer?.current?.count === 2000);
await battle.evaluate(() => globalThis.overlandExplorer.current.runner.run());
await battle.waitForFunction(() => globalThis.overlandExplorer.current.tick > 20);
show('battle', await watchIn(battle, ''));
const tickMs = await battle.evaluate(() =>
  globalThis.overlandExplorer.current.ticks.map(({ ms }) => ms).sort((a, b) => a - b),
);
console.log(
  `          a tick takes ${tickMs[Math.floor(tickMs.length / 2)].toFixed(1)} ms in the worker`,
);
await battle.close();

await browser.close();
