// Expressions that are typed in, of the two cells of a step: `abs(bx - ax) * 0.5`, `bw < 3 || by > ay`.
// They are read by a parser of our own and become functions, so an address or a file can't run code.
//
//   ax ay aw   the cell that is left: its place, and its weight in plain ground; 0: blocked
//   bx by bw   the cell that is entered
//   + - * / %  < <= > >= == !=  && || !  ? :  ( )  abs min max floor

const TOKEN = /\s*(?:(\d+\.?\d*|\.\d+)|([a-z]+)|(<=|>=|==|!=|&&|\|\||[-+*/%<>!?:(),]))/y;

export const STEP_NAMES = ['ax', 'ay', 'aw', 'bx', 'by', 'bw'];

const FUNCTIONS = {
  abs: [1, ([a]) => (v) => Math.abs(a(v))],
  floor: [1, ([a]) => (v) => Math.floor(a(v))],
  min: [2, ([a, b]) => (v) => Math.min(a(v), b(v))],
  max: [2, ([a, b]) => (v) => Math.max(a(v), b(v))],
};

// From what binds least to what binds most.
const LEVELS = [
  { '||': (a, b) => (v) => (a(v) ? 1 : b(v) ? 1 : 0) },
  { '&&': (a, b) => (v) => (a(v) ? (b(v) ? 1 : 0) : 0) },
  { '==': (a, b) => (v) => Number(a(v) === b(v)), '!=': (a, b) => (v) => Number(a(v) !== b(v)) },
  {
    '<': (a, b) => (v) => Number(a(v) < b(v)),
    '<=': (a, b) => (v) => Number(a(v) <= b(v)),
    '>': (a, b) => (v) => Number(a(v) > b(v)),
    '>=': (a, b) => (v) => Number(a(v) >= b(v)),
  },
  { '+': (a, b) => (v) => a(v) + b(v), '-': (a, b) => (v) => a(v) - b(v) },
  {
    '*': (a, b) => (v) => a(v) * b(v),
    '/': (a, b) => (v) => a(v) / b(v),
    '%': (a, b) => (v) => a(v) % b(v),
  },
];
const MOST_TOKENS = 200;

function readTokens(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`"${text.slice(at).trim()}" can't be read.`);
    tokens.push(match[1] !== undefined ? Number(match[1]) : (match[2] ?? match[3]));
    if (tokens.length > MOST_TOKENS) throw new Error('The expression is too long.');
  }
  return tokens;
}

class Parser {
  constructor(tokens) {
    this.tokens = tokens;
    this.at = 0;
  }

  take(token) {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }

  need(token) {
    if (this.take(token)) return;
    const found = this.tokens[this.at];
    throw new Error(
      `"${token}" is missing ${found === undefined ? 'at the end' : `before "${found}"`}.`,
    );
  }

  choice() {
    const test = this.level(0);
    if (!this.take('?')) return test;
    const yes = this.choice();
    this.need(':');
    const no = this.choice();
    return (v) => (test(v) ? yes(v) : no(v));
  }

  level(number) {
    if (number === LEVELS.length) return this.unary();
    let left = this.level(number + 1);
    for (;;) {
      const make = LEVELS[number][this.tokens[this.at]];
      if (!make || typeof this.tokens[this.at] !== 'string') return left;
      this.at++;
      left = make(left, this.level(number + 1));
    }
  }

  unary() {
    if (this.take('-')) {
      const value = this.unary();
      return (v) => -value(v);
    }
    if (this.take('!')) {
      const value = this.unary();
      return (v) => (value(v) ? 0 : 1);
    }
    return this.primary();
  }

  primary() {
    const token = this.tokens[this.at++];
    if (typeof token === 'number') return () => token;
    if (token === '(') {
      const inner = this.choice();
      this.need(')');
      return inner;
    }
    const place = STEP_NAMES.indexOf(token);
    if (place >= 0) return (v) => v[place];
    if (Object.hasOwn(FUNCTIONS, token ?? '')) return this.call(token);
    if (token === undefined) throw new Error('The expression ends too early.');
    throw new Error(`"${token}" is no name: there are ${STEP_NAMES.join(', ')}.`);
  }

  call(name) {
    const [count, make] = FUNCTIONS[name];
    const values = [];
    this.need('(');
    for (let i = 0; i < count; i++) {
      if (i > 0) this.need(',');
      values.push(this.choice());
    }
    this.need(')');
    return make(values);
  }
}

/** A function of the values of STEP_NAMES; throws an Error whose message is a sentence. */
export function parseExpression(text) {
  const parser = new Parser(readTokens(text));
  const value = parser.choice();
  if (parser.at < parser.tokens.length)
    throw new Error(`"${parser.tokens[parser.at]}" is not expected.`);
  return value;
}
