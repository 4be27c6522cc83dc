// Heights and files of the mode Play, in Chromium:
// node browser_play.js PLAYWRIGHT CHROMIUM PAGE PICTURES

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  costOf,
  drop,
  dropFlat,
  dropGuessed,
  launch,
  messageOf,
  openPage,
  PHONE,
  placeOf,
  reopen,
  restOf,
  setEnds,
  settle,
  slide,
  stroke,
} from './browser_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const url = `file://${file}`;

const heightAt = (page, cell) =>
  page.evaluate((at) => globalThis.overlandExplorer.session.heightAt(at), cell);

// ---- Heights ----

const page = await openPage(browser, `${url}#map=continents&size=320x200&seed=147`);
await settle(page);
await dropFlat(page);
await setEnds(page, [5, 20], [55, 20]);
const flatCost = await costOf(page);
await page.keyboard.press('h');
for (let i = 0; i < 6; i++) await page.keyboard.press(']');
await stroke(page, [30, 10], [30, 30]);
checks.check(
  'a stroke raises a ridge, round at its sides',
  (await heightAt(page, [30, 20])) === 6 &&
    (await heightAt(page, [27, 20])) > 0 &&
    (await heightAt(page, [27, 20])) < 6 &&
    (await heightAt(page, [20, 20])) === 0,
);
checks.check('the path pays for the climb, or goes round', (await costOf(page)) > flatCost);
await restOf(page);
await page.screenshot({ path: join(pictures, 'heights.png') });
await stroke(page, [30, 20], [30, 20], 'right');
checks.equal('the right button lowers', await heightAt(page, [30, 20]), 0);
await page.keyboard.press('Control+z');
await settle(page);
checks.equal('it is undone', await heightAt(page, [30, 20]), 6);
await page.click('#panel button:text-is("lower")');
await stroke(page, [30, 20], [30, 20]);
checks.equal('a choice lowers, too', await heightAt(page, [30, 20]), 0);
await page.keyboard.press('Control+z');
await page.click('#panel button:text-is("raise")');
await settle(page);
await slide(page, 'A unit up costs', 0);
await settle(page);
checks.equal('a climb that costs nothing', await costOf(page), flatCost);
await slide(page, 'Climbs at most', 1);
await settle(page);
checks.check('a climb that is not possible leads round', (await costOf(page)) > flatCost);
await page.keyboard.press('2');
await stroke(page, [0, 0], [59, 2]);
checks.equal('a rectangle raises evenly', await heightAt(page, [40, 1]), 6);
await page.click('#menu button:text-is("Code")');
checks.says('this in C opens the world, which has heights', await page.textContent('dialog pre'), /open_world\("overland\.world"\)/);
await page.keyboard.press('Escape');
const hills = await openPage(
  browser,
  `${url}#map=continents&size=120x80&seed=6&start=8,60&goal=106,11&pin=1`,
);
await settle(hills);
await hills.keyboard.press('h');
await slide(hills, 'Hills, units of height', 8);
for (let i = 0; i < 12; i++) await hills.keyboard.press(']');
await stroke(hills, [40, 20], [70, 60]);
await stroke(hills, [90, 20], [90, 50]);
await hills.evaluate(() => globalThis.overlandExplorer.writeState()); // else once the page is quiet
checks.says('heights stand in the address', hills.url(), /heights=/);
const again = await openPage(browser, `${url}${await hills.evaluate(() => location.hash)}`);
await settle(again);
checks.equal('and come back from it', await costOf(again), await costOf(hills));
await hills.screenshot({ path: join(pictures, 'hills.png') });
await reopen(page);
checks.equal('a world file brings heights along', await heightAt(page, [30, 20]), 6);

// ---- Maps of Tiled ----

await dropGuessed(page, 'mall.tmx', readFileSync('maps/mall.tmx', 'utf8'));
const said = await messageOf(page);
checks.says('a map of Tiled: one line says what is not read', said, /19 links and 35 goals/);
const solid = () =>
  page.evaluate(
    () => globalThis.overlandExplorer.session.map.terrain.filter((each) => each === 0).length,
  );
const lowest = await solid();
const showsFloor = (floor) =>
  page.waitForFunction(
    (n) => globalThis.overlandExplorer.session.file?.floor === n,
    floor,
  );
await page.selectOption('#panel select[aria-label="Floor of the file"]', '3');
await showsFloor(3);
await settle(page);
checks.check('another floor of it is shown', (await solid()) !== lowest);
checks.equal(
  'and the panel says which',
  await page.inputValue('#panel select[aria-label="Floor of the file"]'),
  '3',
);
await page.screenshot({ path: join(pictures, 'tiled.png') });

// ---- A world file with a step rule ----

await dropFlat(page);
await setEnds(page, [5, 20], [55, 20]);
const unruled = await costOf(page);
await page.evaluate(() =>
  globalThis.overlandExplorer.session.setSettings({ rule: { cost: 'bx > ax', allowed: '' } }),
);
await settle(page);
const ruled = await costOf(page);
await reopen(page, async () => {
  await page.evaluate(() => globalThis.overlandExplorer.session.setSettings({ rule: null }));
  await settle(page);
});
await setEnds(page, [5, 20], [55, 20]);
checks.equal('its steps cost as the file says', [ruled > unruled, await costOf(page)], [true, ruled]);
await page.click('#panel button:text-is("Leave them out")');
await settle(page);
checks.equal('its rule can be left out', await costOf(page), unruled);
checks.check('and one be typed in again', (await page.$('input[placeholder^="by <"]')) !== null);

// ---- A phone ----

const phone = await openPage(browser, url, PHONE);
await settle(phone);
const outside = await phone.evaluate(
  () =>
    [...document.querySelectorAll('#tools button')].filter((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top < 56 || bottom > innerHeight - 8;
    }).length,
);
checks.equal('all tools are on the screen of a phone', outside, 0);
await phone.waitForSelector('#status >> text=Plain A*');
await drop(phone, 'bad.map', 'no map at all');
await messageOf(phone);
checks.check(
  'a message covers neither the figures nor the button',
  await phone.evaluate(() => {
    const [toast, bar] = ['toast', 'status'].map((id) =>
      document.getElementById(id).getBoundingClientRect(),
    );
    return toast.bottom <= bar.top;
  }),
);
await phone.tap('#tools [data-tool=height]');
await phone.touchscreen.tap(...(await placeOf(phone, [160, 100])));
await settle(phone);
checks.check(
  'a tap raises a hill',
  await phone.evaluate(() => globalThis.overlandExplorer.session.map.heights?.some((h) => h > 0)),
);
const hilly = () =>
  phone.evaluate(() => globalThis.overlandExplorer.session.map.heights.some((h) => h > 0));
await phone.tap('#tools [data-tool=undo]');
await settle(phone);
checks.equal('a tap on Undo takes it back', await hilly(), false);
await phone.tap('#tools [data-tool=redo]');
await settle(phone);
checks.equal('and on Redo brings it again', await hilly(), true);
await restOf(phone);
await phone.screenshot({ path: join(pictures, 'play-phone.png') });

// ---- End ----

checks.equal(
  'nothing is on the console',
  [page, hills, again, phone].flatMap((each) => each.complaints),
  [],
);
await browser.close();
checks.finish();
