import type { Spelling } from "./plan.ts";

/** A reference in a string to the result of an earlier step, or to the item of an iteration. */
export type Reference = {
  /** Result key, step id or item name. */
  readonly name: string;
  /** Keys and array indexes below the result, as written. */
  readonly path: readonly string[];
  /** As written in the string. */
  readonly text: string;
};

export type Template = {
  /** Text and references in order; a string without references is one part. */
  readonly parts: readonly (string | Reference)[];
  /** Malformed references. They stay text in `parts`. */
  readonly malformed: readonly string[];
};

/** Parses the references of a string in one pass. */
export function parseTemplate(text: string, spelling: Spelling): Template {
  switch (spelling) {
    case "none":
      return plain(text);
    case "dollar":
      if (drifted.test(text)) return { parts: [text], malformed: [text] };
      return text.includes("$") ? scan(text, "$", readDollar) : plain(text);
    case "results":
      return text.includes("{{") ? scan(text, "{{", readResults) : plain(text);
    case "braces":
      return text.includes("{{") ? scan(text, "{{", readBraces) : plain(text);
    default:
      return spelling satisfies never;
  }
}

/** A whole string that was meant as a reference of contract 2, in another spelling: `step_1.output.x`, `{{step_1.x}}`. */
const drifted = /^(?:step_\d+\.output(?:\.[\w-]+)*|(?:\{\{|\$\{)\s*\$?step_\d+(?:\.[\w-]+)*\s*\}\}?)$/;

/** The reference, if the string is exactly one: then the value keeps its JSON type. */
export function exactReference(template: Template): Reference | undefined {
  const [only, ...rest] = template.parts;
  return rest.length === 0 && typeof only === "object" ? only : undefined;
}

/** A reference as a spelling writes it. */
export function writeReference({ name, path }: Pick<Reference, "name" | "path">, spelling: Spelling): string {
  const words = [name, ...path].join(".");
  switch (spelling) {
    case "dollar":
      return `$${[name, "output", ...path].join(".")}`;
    case "results":
      return `{{results.${words}}}`;
    case "braces":
    case "none":
      return `{{${words}}}`;
    default:
      return spelling satisfies never;
  }
}

function plain(text: string): Template {
  return { parts: [text], malformed: [] };
}

/** What follows an opener; parsing continues at `end`. */
type OpenerResult =
  | { kind: "reference"; name: string; path: string[]; end: number }
  | { kind: "malformed" | "text"; end: number };

function scan(text: string, opener: string, read: (text: string, at: number) => OpenerResult): Template {
  const parts: (string | Reference)[] = [];
  const malformed: string[] = [];
  let textStart = 0;
  for (let at = text.indexOf(opener); at !== -1;) {
    const found = read(text, at);
    if (found.kind === "reference") {
      if (at > textStart) parts.push(text.slice(textStart, at));
      parts.push({ name: found.name, path: found.path, text: text.slice(at, found.end) });
      textStart = found.end;
    } else if (found.kind === "malformed") malformed.push(text.slice(at, found.end));
    at = text.indexOf(opener, found.end);
  }
  if (textStart < text.length) parts.push(text.slice(textStart));
  return { parts, malformed };
}

function readResults(text: string, at: number): OpenerResult {
  const found = readBraces(text, at);
  if (found.kind !== "reference") return found;
  const [name, ...path] = found.path;
  if (found.name !== "results" || name === undefined) return { kind: "malformed", end: found.end };
  return { kind: "reference", name, path, end: found.end };
}

function readBraces(text: string, at: number): OpenerResult {
  const close = text.indexOf("}}", at + 2);
  if (close === -1) return { kind: "malformed", end: text.length };
  const words = text.slice(at + 2, close).trim();
  const { segments, end } = readSegments(`.${words}`, 0, isBraceChar);
  const [name, ...path] = segments;
  if (name === undefined || end !== words.length + 1) return { kind: "malformed", end: close + 2 };
  return { kind: "reference", name, path, end: close + 2 };
}

/** `$name.output.path`, or `$step_1` as a whole string. Any other dollar is text, but `$step_1.path` is malformed. */
function readDollar(text: string, at: number): OpenerResult {
  const nameEnd = wordEnd(text, at + 1);
  const name = text.slice(at + 1, nameEnd);
  if (!/^[A-Za-z_]/.test(name)) return { kind: "text", end: at + 1 };
  const { segments, end } = readSegments(text, nameEnd, isWordChar);
  const [output, ...path] = segments;
  if (output === "output") return { kind: "reference", name, path, end };
  const isStep = /^step_[0-9]+$/.test(name);
  // The whole string `$step_1` is the whole output; in a text it is a slip.
  if (isStep && segments.length === 0 && at === 0 && end === text.length) return { kind: "reference", name, path, end };
  return { kind: isStep ? "malformed" : "text", end };
}

type CharTest = (code: number) => boolean;

/** Parses any number of `.key` and `[0]` segments. */
function readSegments(text: string, start: number, isPart: CharTest): { segments: string[]; end: number } {
  const segments: string[] = [];
  let at = start;
  for (;;) {
    const from = at + 1;
    let end = from;
    if (text[at] === ".") {
      end = isPart === isWordChar ? wordEnd(text, from) : runEnd(text, from, isPart);
      if (end === from) return { segments, end: at };
      at = end;
    } else if (text[at] === "[") {
      end = runEnd(text, from, isDigit);
      if (end === from || text[end] !== "]") return { segments, end: at };
      at = end + 1;
    } else return { segments, end: at };
    segments.push(text.slice(from, end));
  }
}

function runEnd(text: string, from: number, isPart: CharTest): number {
  let at = from;
  while (at < text.length && isPart(text.charCodeAt(at))) at += 1;
  return at;
}

/** The end of a word in running text: a hyphen is part of it only between word characters. */
function wordEnd(text: string, from: number): number {
  let end = runEnd(text, from, isWordChar);
  while (end > from && text[end] === "-") {
    const next = runEnd(text, end + 1, isWordChar);
    if (next === end + 1) return end;
    end = next;
  }
  return end;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

const letter = /^[\p{L}\p{M}]$/u;

function isWordChar(code: number): boolean {
  if (code > 127) return letter.test(String.fromCharCode(code));
  return isDigit(code) || code === 95 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

const braceStops = new Set(Array.from(`.[]{}"'\`()|`, (char) => char.charCodeAt(0)));

/** Between braces a key may have any character except separators, quotes and what would look like an expression. */
function isBraceChar(code: number): boolean {
  return code > 32 && !braceStops.has(code) && code !== 0xa0 && code !== 0xfeff;
}
