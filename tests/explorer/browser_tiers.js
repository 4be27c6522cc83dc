// A person's use of the Step mode, in Chromium: the two tiers, addresses, a large map, a phone.
// node browser_tiers.js PLAYWRIGHT CHROMIUM PAGE PICTURES

import { join } from 'node:path';
import { PHONE, launch } from './browser_page.js';
import { chooseRow, click, count, openSteps, press, rows, settle, words } from './browser_step_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const open = (fragment, options) => openSteps(browser, file, fragment, options);

// ---- The address ----

const shared = await open(
  '#mode=step&map=rooms&size=60x40&seed=2&rules=dijkstra.none.exact.oldest.150.1.76543210&step=40',
);
checks.check(
  'an address is followed',
  (await count(shared)).startsWith('40 /'),
  await count(shared),
);
checks.check(
  'its rules too',
  /#mode=step.*rules=dijkstra\.none\.exact\.oldest\.150\.1\.76543210/.test(
    await shared.evaluate(() => location.hash),
  ) ||
    (await shared.evaluate(() => globalThis.overlandExplorer.current.rules.method)) === 'dijkstra',
);

// ---- The two tiers ----

const tiers = await open('#mode=step&map=continents&size=240x150&seed=6&start=28,111&goal=205,36');
await chooseRow(tiers, 'Method', 'Two tiers');
await press(tiers, 'End');
checks.says(
  'the two tiers end with a string',
  await words(tiers),
  /^Fine: Pulled the string straight to/,
);
await press(tiers, 'Shift+ArrowLeft');
checks.says('back to an expansion', await words(tiers), /^(Fine|Coarse): Expanded/);
checks.equal(
  'their open list is sorted',
  await tiers.$$eval('#panel .lists [role=tab]', (all) =>
    all.filter((tab) => !tab.hidden).map((tab) => tab.textContent),
  ),
  ['Sorted', 'Closed', 'Path', 'Tree'],
);
await tiers.screenshot({ path: join(pictures, 'step-tiers.png') });
checks.equal('no complaint of the two tiers', tiers.complaints, []);

const large = await open(
  '#mode=step&map=continents&size=1024x1024&seed=2&rules=dijkstra.none.ten.newest.100.0.02461357',
);
await press(large, 'End');
const [events, listed] = await large.evaluate(() => {
  const { state } = globalThis.overlandExplorer.current;
  return [state.number, document.querySelectorAll('#panel .list-row').length];
});
checks.check(`a run of ${events} events`, events > 500000);
await large.click('#panel [data-view="closed"]');
await large.$eval(
  '#panel .scroller',
  (scroller) => (scroller.scrollTop = scroller.scrollHeight / 2),
);
await settle(large);
checks.check('a long list has few rows', listed < 20 && (await rows(large)).length < 20);
const frame = await large.evaluate(() => {
  const app = globalThis.overlandExplorer;
  const began = performance.now();
  for (let i = 0; i < 10; i++) {
    app.dirty.ground = true;
    app.drawFrame();
  }
  app.inkCanvas.getContext('2d').getImageData(0, 0, 1, 1);
  return (performance.now() - began) / 10;
});
checks.check(`it is drawn in ${frame.toFixed(1)} ms`, frame < 80);
await large.screenshot({ path: join(pictures, 'step-large.png') });

const phone = await open('#mode=step', PHONE);
await phone.touchscreen.tap(
  ...(await phone.$eval('#transport [data-id="step"]', (button) => {
    const box = button.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  })),
);
await settle(phone);
checks.check('a tap steps', (await count(phone)).startsWith('1 /'), await count(phone));
const small = await phone.$$eval(
  '#transport button',
  (all) => all.filter((button) => button.offsetWidth < 36 || button.offsetHeight < 36).length,
);
checks.equal('its buttons are as large as fingers', small, 0);
await phone.screenshot({ path: join(pictures, 'step-phone.png') });
checks.equal(
  'no complaint there',
  [...shared.complaints, ...large.complaints, ...phone.complaints],
  [],
);
await browser.close();
checks.finish();
