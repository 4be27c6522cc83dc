// The page's first minute, its addresses and its history, in Chromium:
// node browser_first.js PLAYWRIGHT CHROMIUM PAGE PICTURES

import { join } from 'node:path';
import { costOf, dropFlat, launch, openPage, PHONE, sessionOf, settle, stroke, terrainAt } from './browser_page.js';
import { openExample, openSteps, press, settle as settleSteps, words } from './browser_step_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const url = `file://${file}`;
const claim = (page) => page.textContent('#claim');
const proved = (page) =>
  page.waitForFunction(() => /[✓✗]/.test(document.getElementById('claim').textContent));

// ---- The first screen ----

const page = await openPage(browser, url, { isFirst: true });
await page.waitForSelector('dialog >> text=Overland Explorer');
checks.equal('six scenes', await page.$$eval('dialog .scene', (all) => all.length), 6);
await settle(page);
await page.screenshot({ path: join(pictures, 'first.png') });
for (const [name, what] of [
  ['A thousandth of the work', /✓ The two tiers expanded 72 cells; a plain A\* expands 122,139/],
  ['No way is told at once', /✓ No way there: 0 cells expanded. The path to the nearest cell, which is drawn, took 122 cells/],
  ['An edit is a new bake', /✓ A new bake of all \d+ regions writes [\d,]+ bytes, each of them as it was/],
  ['As good as the best path', /✓ The path costs [\d.]+ steps/],
]) {
  if (!(await page.isVisible('dialog'))) await page.click('#title');
  await page.click(`dialog .scene:has-text("${name}")`);
  if (name === 'An edit is a new bake') {
    await page.waitForFunction(() => /Drag over the map/.test(document.getElementById('claim').textContent));
    await stroke(page, [100, 60], [140, 80]);
    checks.equal('its brush paints', await terrainAt(page, [120, 70]), 0);
  }
  await proved(page);
  checks.says(name, await claim(page), what);
  if (name !== 'An edit is a new bake') continue;
  await page.click('#claim [aria-label="Close the claim"]');
  checks.equal('closed, its brush is put away', await page.evaluate(() => globalThis.overlandExplorer.current.tool), 'walk');
}
await page.screenshot({ path: join(pictures, 'first-claim.png') });
await page.click('#claim >> text=Next');
await page.waitForFunction(() => globalThis.overlandExplorer.session.source.kind === 'lester');
await settleSteps(page);
await press(page, 'End');
await proved(page);
checks.says('A search, step by step', await claim(page), /✓ The path costs 68, after 61 events/);
await page.click('#claim >> text=Next');
await page.waitForFunction(() => globalThis.overlandExplorer.current.count === 200);
await proved(page);
checks.says('Two hundred in a pass', await claim(page), /✓ Tick 0: 200 units on 200 cells/);
checks.check('without a map of the user there is none to go back to', !/Back to my map/.test(await claim(page)));
await page.click('#claim [aria-label="Close the claim"]');
checks.equal('a claim is closed', await page.isVisible('#claim'), false);
await page.reload();
await settle(page);
checks.equal('the first screen does not come back by itself', await page.isVisible('dialog'), false);
checks.equal('nothing is on the console', page.complaints, []);

// ---- Back, and a file after a reload ----

const back = await openPage(browser, url);
await settle(back);
await back.waitForFunction(() => /seed=1/.test(location.hash));
await dropFlat(back, 30, 20);
await back.keyboard.press('b');
await stroke(back, [15, 3], [15, 17]);
const cost = await costOf(back);
await back.waitForFunction(() => history.state?.map.terrain[10 * 30 + 15] === 0);
await back.reload();
await settle(back);
checks.equal(
  'a dropped file and its strokes are there after a reload',
  [(await sessionOf(back, 'map')).width, await terrainAt(back, [15, 10]), await costOf(back)],
  [30, 0, cost],
);
checks.equal('and nothing is said of it', await back.textContent('#toast'), '');
await back.click('#modes button:text-is("Compare")');
await back.waitForFunction(() => /mode=compare/.test(location.hash));
await back.goBack();
await back.waitForFunction(() => globalThis.overlandExplorer.mode === 'play');
await settle(back);
checks.equal('Back goes back to the mode before, with the map', (await sessionOf(back, 'map')).width, 30);
await back.goBack();
await back.waitForFunction(() => globalThis.overlandExplorer.session.map.width === 640);
await settle(back);
checks.check('then to the map before', true);
await back.goForward();
await back.waitForFunction(() => globalThis.overlandExplorer.session.map.width === 30);
await settle(back);
checks.equal('Forward brings the file again', await terrainAt(back, [15, 10]), 0);

// ---- Coordinates that are typed and pasted ----

await back.fill('#panel input[aria-label="Goal: x, y"]', '27, 10');
await back.keyboard.press('Enter');
await settle(back);
checks.equal('a goal is typed', await sessionOf(back, 'goal'), [27, 10]);
const paste = (text) =>
  back.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', content);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
await paste('(2, 3) → (9, 4)');
await settle(back);
checks.equal(
  'both ends are pasted',
  [await sessionOf(back, 'start'), await sessionOf(back, 'goal')],
  [[2, 3], [9, 4]],
);
await paste('900, 4');
checks.equal('a cell beside the map is none', await sessionOf(back, 'goal'), [9, 4]);
checks.equal('nothing is on its console', back.complaints, []);

// ---- Battle begins with a pass ----

await back.goto('about:blank');
await back.goto(`${url}#mode=battle`);
await back.waitForFunction(() => globalThis.overlandExplorer?.current.count === 200);
checks.equal('Battle begins with the narrow pass', await back.evaluate(() => globalThis.overlandExplorer.current.scene), 'pass');

// ---- Step begins with an example, which has an address ----

const steps = await openSteps(browser, file, '#mode=step');
checks.equal('Step begins with the wall', (await sessionOf(steps, 'source')).kind, 'lester');
await press(steps, 'End');
checks.says('whose path costs 68', await words(steps), /the path costs 68/);
await steps.waitForFunction(() => /map=lester.*step=61/.test(location.hash));
await steps.reload();
await settleSteps(steps);
checks.says('after a reload as before', await words(steps), /the path costs 68/);
const raced = await openSteps(browser, file, '#mode=step&map=continents&size=320x200&seed=147');
await press(raced, 'End');
await openExample(raced, 'lester');
checks.equal('an example after the end of a larger search', [raced.complaints, steps.complaints], [[], []]);

// ---- A phone ----

const phone = await openPage(browser, url, { ...PHONE, isFirst: true });
await phone.waitForSelector('dialog .scene');
await phone.screenshot({ path: join(pictures, 'first-phone.png') });
await phone.click('dialog >> text=Just the map');
await dropFlat(phone, 30, 20);
await phone.click('#title');
await phone.click('dialog .scene:has-text("No way is told at once")');
await proved(phone);
await phone.waitForTimeout(200);
const covered = await phone.evaluate(() => {
  const bar = document.getElementById('claim');
  const { left, right, top, bottom } = bar.getBoundingClientRect();
  const isOver = (x, y) => !bar.contains(document.elementFromPoint(x, y));
  const across = [left + 12, (left + right) / 2, right - 12];
  const hint = document.getElementById('hint').getBoundingClientRect();
  const { camera } = globalThis.overlandExplorer;
  return { over: across.some((x) => isOver(x, top + 12) || isOver(x, bottom - 12)), hint: hint.top >= bottom, map: camera.y >= bottom };
});
checks.equal('nothing lies over a claim, and it covers no map', covered, { over: false, hint: true, map: true });
await phone.click('#claim >> text=Back to my map');
await phone.waitForFunction(() => globalThis.overlandExplorer.session.map.width === 30);
await settle(phone);
checks.equal('after a scene the map of the user comes back', await phone.isVisible('#claim'), false);
const [tools, status] = await phone.evaluate(() =>
  ['tools', 'status'].map((id) => document.getElementById(id).getBoundingClientRect().toJSON()),
);
checks.check('the tools end above the figures', tools.bottom <= status.top, `${tools.bottom}, ${status.top}`);
await phone.screenshot({ path: join(pictures, 'first-phone-map.png') });
checks.equal('nothing is on the console of a phone', phone.complaints, []);
await browser.close();
checks.finish();
