// What the browser keeps for the page. Where it keeps nothing, a choice lasts as long as the page.

const held = new Map();

/** The text that was kept under a name, or null. */
export function kept(name) {
  try {
    return localStorage.getItem(name) ?? held.get(name) ?? null;
  } catch {
    return held.get(name) ?? null;
  }
}

export function keep(name, text) {
  held.set(name, text);
  try {
    localStorage.setItem(name, text);
  } catch {
    // Kept for this page alone.
  }
}
