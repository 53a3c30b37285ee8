/** One small change of a source file that a good test notices. */
export type Mutant = { line: number; from: string; to: string; source: string };

type Token = {
  kind: "comment" | "text" | "template" | "regex" | "word" | "number" | "sign" | "space";
  text: string;
  at: number;
};

const swaps: Readonly<Record<string, readonly string[]>> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">"],
  ">": [">=", "<"],
  "<=": ["<", ">"],
  ">=": [">", "<"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "+=": ["-="],
  "-=": ["+="],
  "!": [""],
  true: ["false"],
  false: ["true"],
  some: ["every"],
  every: ["some"],
};

/** Every mutant of a source: operators, literals, conditions and returns. Types, imports and comments are left alone. */
export function mutantsOf(source: string): Mutant[] {
  const tokens = tokenize(source);
  const typed = typeTokens(tokens);
  return tokens.flatMap((token, at) => {
    if (typed.has(at)) return [];
    return changesAt(tokens, at).map(({ end, to }) => {
      const from = source.slice(token.at, end);
      const line = source.slice(0, token.at).split("\n").length;
      return { line, from, to, source: source.slice(0, token.at) + to + source.slice(end) };
    });
  });
}

type Change = { end: number; to: string };

function changesAt(tokens: readonly Token[], at: number): Change[] {
  const token = tokens[at];
  if (token === undefined) return [];
  const end = token.at + token.text.length;
  switch (token.kind) {
    case "number":
      return [{ end, to: String(Number(token.text.replaceAll("_", "")) + 1) }];
    case "text":
      return [{ end, to: token.text === '""' ? '"mutant"' : '""' }];
    case "template":
      return [{ end, to: "``" }];
    case "word":
      return wordChanges(tokens, at, end);
    case "sign":
      return (isOperator(tokens, at) ? (swaps[token.text] ?? []) : []).map((to) => ({ end, to }));
    case "comment":
    case "regex":
    case "space":
      return [];
    default:
      return token.kind satisfies never;
  }
}

function wordChanges(tokens: readonly Token[], at: number, end: number): Change[] {
  const word = tokens[at]?.text ?? "";
  if (word === "if") {
    const close = closing(tokens, at + 2);
    return close === undefined ? [] : ["if (true)", "if (false)"].map((to) => ({ end: close, to }));
  }
  if (word === "return") {
    const stop = tokens.findIndex(
      (token, place) => place > at && token.text === ";" && depthBetween(tokens, at, place) === 0,
    );
    const last = tokens[stop];
    // `false` and `undefined` mean the same to nearly every caller, and `false` is flipped anyway.
    const same = ["false", "undefined"].includes(tokens[at + 2]?.text ?? "") && stop === at + 3;
    return last === undefined || stop === at + 1 || same ? [] : [{ end: last.at, to: "return undefined" }];
  }
  const isCall = (word !== "some" && word !== "every") || tokens[at - 1]?.text === ".";
  return (isCall && Object.hasOwn(swaps, word) ? (swaps[word] ?? []) : []).map((to) => ({ end, to }));
}

/** The formatter puts spaces around operators and none inside generics; `!` is before its operand. */
function isOperator(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text === "!") return true;
  return tokens[at - 1]?.kind === "space" && tokens[at + 1]?.kind === "space";
}

/** Where the bracket at or after a place is closed. */
function closing(tokens: readonly Token[], open: number): number | undefined {
  let depth = 0;
  for (const token of tokens.slice(open)) {
    if ("([{".includes(token.text)) depth += 1;
    if (")]}".includes(token.text)) depth -= 1;
    if (depth === 0) return token.at + 1;
  }
  return undefined;
}

function depthBetween(tokens: readonly Token[], from: number, to: number): number {
  const between = tokens.slice(from, to).map((token) => token.text);
  return between.filter((text) => "([{".includes(text)).length - between.filter((text) => ")]}".includes(text)).length;
}

/** Places of tokens that are not code at run time: imports, type declarations, unions of literal types. */
function typeTokens(tokens: readonly Token[]): Set<number> {
  const typed = new Set<number>();
  let from: number | undefined;
  tokens.forEach((token, at) => {
    const startsLine = at === 0 || tokens[at - 1]?.text.includes("\n") === true;
    const next = tokens[at + 2]?.text ?? "";
    const declares =
      token.text === "type" ||
      token.text === "import" ||
      (token.text === "export" && ["type", "{", "*"].includes(next));
    if (from === undefined && startsLine && declares) from = at;
    if (from !== undefined) typed.add(at);
    if (from !== undefined && token.text === ";" && depthBetween(tokens, from, at) === 0) from = undefined;
    const beside = [tokens[at - 2]?.text, tokens[at + 2]?.text];
    // A literal type, or a field of one: `Context["suggest"]`, `Omit<Options, "toolbox">`.
    const isField =
      tokens[at + 1]?.text === ">" || (tokens[at - 1]?.text === "[" && /^[A-Z]/.test(tokens[at - 2]?.text ?? ""));
    if (token.kind === "text" && (beside.includes("|") || isField)) typed.add(at);
  });
  return typed;
}

const pattern =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<space>\s+)|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<number>\b\d[\d_]*\b)|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|(?<sign>===|!==|=>|<=|>=|&&|\|\||\?\?=|\?\?|\?\.|\+=|-=|\.\.\.|>>>|.)/uy;

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const token = literalAt(source, at, tokens) ?? plainAt(source, at);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

/** The groups of `pattern`. */
const plainKinds = ["comment", "space", "text", "number", "word", "sign"] as const;

function plainAt(source: string, at: number): Token {
  pattern.lastIndex = at;
  const groups = pattern.exec(source)?.groups ?? {};
  const kind = plainKinds.find((name) => groups[name] !== undefined) ?? "sign";
  return { kind, text: groups[kind] ?? source[at] ?? "", at };
}

/** Templates nest and regular expressions look like divisions: both are read by hand. */
function literalAt(source: string, at: number, before: readonly Token[]): Token | undefined {
  if (source[at] === "`") return { kind: "template", text: source.slice(at, templateEnd(source, at)), at };
  if (source[at] !== "/" || source[at + 1] === "/" || source[at + 1] === "*") return undefined;
  const last = before.findLast((token) => token.kind !== "space" && token.kind !== "comment");
  if (last !== undefined && !"(,=:[!&|?{};".includes(last.text.at(-1) ?? "") && last.text !== "return")
    return undefined;
  const text = /^\/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n[])+\/[a-z]*/u.exec(source.slice(at))?.[0];
  return text === undefined ? undefined : { kind: "regex", text, at };
}

function templateEnd(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== "`") {
    if (source[at] === "\\") at += 2;
    else if (source.startsWith("${", at)) at = holeEnd(source, at + 2);
    else at += 1;
  }
  return at + 1;
}

function holeEnd(source: string, start: number): number {
  let at = start;
  for (let depth = 1; depth > 0 && at < source.length;) {
    if (source[at] === "`") at = templateEnd(source, at);
    else {
      if (source[at] === "{") depth += 1;
      if (source[at] === "}") depth -= 1;
      at += 1;
    }
  }
  return at;
}
