// Opens steps of the mode Learn under node, with the pictures and the view of the page over a canvas that shows
// nothing.

import { Fork } from '../../tools/explorer/engine/fork.js';
import { makeMap } from '../../tools/explorer/engine/generate.js';
import { LessonCalls } from '../../tools/explorer/engine/learn/lesson_calls.js';
import { Stepper } from '../../tools/explorer/engine/stepper.js';

const context = new Proxy(
  {
    createImageData: (w, h) => ({ data: new Uint8ClampedArray(4 * w * h) }),
    measureText: () => ({ width: 8 }),
    createPattern: () => ({ setTransform: () => {} }),
  },
  { get: (known, name) => known[name] ?? (() => {}), set: () => true },
);
const element = () => ({
  ...{ getContext: () => context, setAttribute: () => {}, addEventListener: () => {} },
  ...{ clientWidth: 900, clientHeight: 600 },
});
Object.assign(globalThis, {
  document: { createElement: element, documentElement: { dataset: { theme: 'light' } } },
  devicePixelRatio: 1,
  requestAnimationFrame: () => 1,
  cancelAnimationFrame: () => {},
  DOMMatrix: class {},
  Path2D: class {
    rect() {}
    moveTo() {}
    lineTo() {}
    closePath() {}
  },
});
const { PICTURES } = await import('../../tools/explorer/page/learn/learn.js');
const { LessonView } = await import('../../tools/explorer/page/learn/lesson_view.js');

/** The calls of the page's worker for pictures, over an engine of this process. */
export function clientOf(engine) {
  const stepper = new Stepper(engine);
  const parts = { fork: new Fork(engine), lesson: new LessonCalls(engine) };
  return {
    stepper,
    async call(call, ...args) {
      if (call === 'step') return stepper.run(...args);
      if (call in parts) return parts[call][args[0]](...args.slice(1));
      if (call !== 'generate') return engine[call](...args);
      const [kind, width, height, seed, , hexagons] = args;
      const map = makeMap(engine, kind, width, height, seed, hexagons);
      return { map, world: engine.setMap(map) };
    },
  };
}

/** Opens the step of an id as it is at first: a LessonView whose `data` is its answer, and which sets fields of
    its picture (`choose`), paints (`put`) and drags (`drag`), each until the next answer is there. */
export async function openLesson(client, id) {
  const faults = [];
  const view = new LessonView(client, { onAnswer: () => {}, onError: (error) => faults.push(error) });
  const settle = async () => {
    await view.asker.asking;
    if (faults.length > 0) throw faults[0];
    return view;
  };
  view.choose = (fields) => {
    Object.assign(view.picture, fields);
    view.ask();
    return settle();
  };
  view.put = (terrain, cells) => {
    view.stroke = terrain;
    view.paint(cells);
    return settle();
  };
  view.drag = (name, cell) => {
    view.setEnd(name, cell);
    return settle();
  };
  await view.show(new PICTURES[id]());
  return settle();
}
