// The mode Step of the page, for the tests that use it as a person would.

import { openPage, placeOf } from './browser_page.js';

/** Opens a page whose mode Step has its search. */
export async function openSteps(browser, file, fragment, options = {}) {
  const page = await openPage(browser, `file://${file}${fragment}`, options);
  await settle(page);
  return page;
}

/** Waits until the engine has answered all that was asked. */
export async function settle(page) {
  await page.waitForFunction(() => {
    const { session, current } = globalThis.overlandExplorer ?? {};
    const isQuiet = session?.answer && !session.running && !session.wanted.path;
    return (
      isQuiet && current.id === 'step' && !current.isOpening && !current.queue.busy && (current.state || current.fault)
    );
  });
}

export const words = (page) => page.textContent('#transport .words');
export const count = async (page) => (await page.textContent('#transport .count')).trim();
export async function press(page, key, times = 1) {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
  await settle(page);
}

export async function click(page, cell) {
  await page.mouse.click(...(await placeOf(page, cell)));
  await settle(page);
}

export async function clickOn(page, selector) {
  await page.click(selector);
  await settle(page);
}

export async function choose(page, id, value) {
  await page.selectOption(`#panel [data-id="${id}"]`, value);
  await settle(page);
}

/** Opens an example, and waits until its map is there. */
export async function openExample(page, id) {
  await page.evaluate(() => {
    globalThis.mapBefore = globalThis.overlandExplorer.session.map;
  });
  await page.selectOption('#panel [data-id="example"]', id);
  await page.waitForFunction(
    () => globalThis.overlandExplorer.session.map !== globalThis.mapBefore,
  );
  await settle(page);
  if (id !== 'lester') return;
  // What the tests expect of this example was found with these rules, which meet all kinds of events.
  await page.evaluate(() =>
    globalThis.overlandExplorer.current.setRules({ tie: 'newest', order: [0, 7, 6, 5, 4, 3, 2, 1] }),
  );
  await settle(page);
}

export async function chooseRow(page, name, label) {
  await page.selectOption(`#panel label:has-text("${name}") select`, { label });
  await settle(page);
}

export const rows = (page) =>
  page.$$eval('#panel .rows .list-row', (all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')),
  );
