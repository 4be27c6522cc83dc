// Calls of the module's small C library (system/c_library.c) to the page: numbers in decimal, formats, angles.

/** Texts have a letter of 0 to 255 for each byte, and go back as the same bytes. */
function textAt(bytes, address, most = Infinity) {
  let text = '';
  for (let at = address; bytes[at] !== 0 && text.length < most; at++)
    text += String.fromCharCode(bytes[at]);
  return text;
}

/** A text as printf writes it. The arguments lie in memory in their order, each at a multiple of its size. */
function formatText(memory, format, list) {
  const view = new DataView(memory.buffer);
  const bytes = new Uint8Array(memory.buffer);
  let at = list;
  const next = (size, get) => {
    at = Math.ceil(at / size) * size + size;
    return view[get](at - size, true);
  };
  const whole = (longs, sign) =>
    longs === 'll' ? next(8, `getBig${sign}64`) : next(4, `get${sign}32`);
  const kinds = {
    '%': () => '%',
    c: () => String.fromCharCode(next(4, 'getUint32') & 255),
    s: (_, digits) => textAt(bytes, next(4, 'getUint32'), digits),
    d: (longs) => String(whole(longs, 'Int')),
    u: (longs) => String(whole(longs, 'Uint')),
    x: (longs) => whole(longs, 'Uint').toString(16),
    f: (_, digits = 6) => next(8, 'getFloat64').toFixed(digits),
    g: (_, digits = 6) => String(Number(next(8, 'getFloat64').toPrecision(digits))),
  };
  const countOf = (text) => (text === '*' ? next(4, 'getInt32') : text && Number(text));
  return textAt(bytes, format).replace(
    /%(-?)(0?)(\*|\d*)(?:\.(\*|\d+))?(l*)z?([a-z%])/g,
    (_, left, zero, width, digits, longs, kind) => {
      const wide = countOf(width);
      const text = kinds[kind](longs, countOf(digits));
      return left ? text.padEnd(wide) : text.padStart(wide, zero || ' ');
    },
  );
}

/** The functions, over the memory that `memoryOf` tells. */
export const libraryImports = (memoryOf) => ({
  number: (address, letters) => Number(textAt(new Uint8Array(memoryOf().buffer), address, letters)),
  format(out, room, format, list) {
    const text = formatText(memoryOf(), format, list);
    const bytes = Uint8Array.from(`${text.slice(0, Math.max(0, room - 1))}\0`, (letter) =>
      letter.charCodeAt(0),
    );
    if (room > 0) new Uint8Array(memoryOf().buffer).set(bytes, out);
    return text.length;
  },
  ...{ sin: Math.sin, cos: Math.cos, pow: Math.pow },
});
