import { isUnsafeInteger } from "./check-json.ts";
import type { Issue } from "./issue.ts";
import type { IssueCode } from "./issue-codes.ts";
import { addIssue, createIssue, maxIssues } from "./create-issue.ts";
import { joinPointer } from "./pointer.ts";

/**
 * Scans JSON text for faults a parsed value no longer shows: syntax errors, duplicate keys, numbers that would be
 * rounded. Reports no pointer below `depth`. Uses its own stack, so deep text cannot overflow the call stack.
 */
export function scanJson(text: string, depth: number): Issue[] {
  const scan: Scan = { text, depth, at: 0, open: [], issues: [] };
  const fault = readDocument(scan);
  if (fault !== undefined) {
    scan.issues.push(createIssue("MALFORMED_JSON", pointerOf(scan), describeFault(text, fault)));
  }
  return scan.issues;
}

/** A container being read, and the key or index it is at. `keys` is undefined in an array. */
type Frame = { keys: Set<string> | undefined; token: string | number | undefined };

type Scan = { text: string; depth: number; at: number; open: Frame[]; issues: Issue[] };

const spaces = /[ \t\n\r]*/y;
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const word = /true|false|null/y;

function readDocument(scan: Scan): SyntaxFault | undefined {
  let fault = readValue(scan);
  while (fault === undefined && scan.open.length > 0 && scan.issues.length <= maxIssues) fault = readNext(scan);
  if (fault !== undefined || scan.issues.length > maxIssues) return fault;
  skip(scan, spaces);
  return scan.at < scan.text.length ? { at: scan.at, expected: "the end of the text" } : undefined;
}

/** A scalar, an empty container, or the opening of one together with its first value. */
function readValue(scan: Scan): SyntaxFault | undefined {
  for (;;) {
    skip(scan, spaces);
    const first = scan.text[scan.at];
    if (first !== "{" && first !== "[") return readScalar(scan);
    scan.at += 1;
    skip(scan, spaces);
    const frame: Frame = first === "{" ? { keys: new Set(), token: undefined } : { keys: undefined, token: 0 };
    if (scan.text[scan.at] === closing(frame)) {
      scan.at += 1;
      return undefined;
    }
    scan.open.push(frame);
    const fault = frame.keys === undefined ? undefined : readKey(scan, frame, frame.keys);
    if (fault !== undefined) return fault;
  }
}

/** What follows a value inside a container: the end of it, or a comma and the next value. */
function readNext(scan: Scan): SyntaxFault | undefined {
  const frame = scan.open.at(-1);
  if (frame === undefined) return undefined;
  skip(scan, spaces);
  const found = scan.text[scan.at];
  if (found === closing(frame)) {
    scan.at += 1;
    scan.open.pop();
    return undefined;
  }
  if (found !== ",") return { at: scan.at, expected: `"," or "${closing(frame)}"` };
  scan.at += 1;
  if (typeof frame.token === "number") frame.token += 1;
  const fault = frame.keys === undefined ? undefined : readKey(scan, frame, frame.keys);
  return fault ?? readValue(scan);
}

function readKey(scan: Scan, frame: Frame, keys: Set<string>): SyntaxFault | undefined {
  skip(scan, spaces);
  const start = scan.at;
  frame.token = undefined;
  if (scan.text[start] !== '"') return { at: start, expected: "a key in double quotes" };
  const fault = readString(scan);
  if (fault !== undefined) return fault;
  const key = String(JSON.parse(scan.text.slice(start, scan.at)));
  frame.token = key;
  if (keys.has(key)) report("DUPLICATE_KEY", scan);
  keys.add(key);
  skip(scan, spaces);
  if (scan.text[scan.at] !== ":") return { at: scan.at, expected: '":" after the key' };
  scan.at += 1;
  return undefined;
}

function readScalar(scan: Scan): SyntaxFault | undefined {
  const start = scan.at;
  if (scan.text[start] === '"') return readString(scan);
  if (skip(scan, word)) return undefined;
  if (!skip(scan, numberToken)) return { at: start, expected: "a value" };
  const literal = scan.text.slice(start, scan.at);
  // Below 1e21 a double still prints as an integer, and is judged by its value.
  const size = Math.abs(Number(literal));
  if (!Number.isFinite(size)) return undefined;
  if (size >= 1e21 && /^-?[0-9]+$/.test(literal)) report("UNSAFE_INTEGER", scan);
  else if (!isUnsafeInteger(size) && !isSameNumber(literal, String(size))) report("INEXACT_NUMBER", scan);
  return undefined;
}

function isSameNumber(literal: string, printed: string): boolean {
  if (literal === printed) return true;
  const a = decimalOf(literal);
  const b = decimalOf(printed);
  return a.digits === b.digits && (a.digits === "" || a.exponent === b.exponent);
}

/** The absolute value as `0.digits × 10^exponent`, without leading and trailing zeros. */
function decimalOf(literal: string): { digits: string; exponent: number } {
  const [, whole = "", fraction = "", power = "0"] =
    /^-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const exponent = whole.length + Number(power) - (whole.length + fraction.length - digits.length);
  return { digits: digits.replace(/0+$/, ""), exponent };
}

function readString(scan: Scan): SyntaxFault | undefined {
  const { text } = scan;
  for (let at = scan.at + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      scan.at = at + 1;
      return undefined;
    }
    if (unit < 0x20) return { at, expected: "a printable character or an escape" };
    if (unit === 0x5c) {
      escape.lastIndex = at;
      if (!escape.test(text)) return { at, expected: "an escape JSON knows" };
      at = escape.lastIndex - 1;
    }
  }
  return { at: text.length, expected: 'the closing "' };
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function skip(scan: Scan, token: RegExp): boolean {
  token.lastIndex = scan.at;
  if (!token.test(scan.text)) return false;
  scan.at = token.lastIndex;
  return true;
}

function closing(frame: Frame): string {
  return frame.keys === undefined ? "]" : "}";
}

function report(code: IssueCode, scan: Scan): void {
  if (scan.open.length <= scan.depth) addIssue(scan.issues, code, pointerOf(scan));
}

function pointerOf({ open, depth }: Scan): string {
  return joinPointer("", ...open.slice(0, depth).flatMap((frame) => frame.token ?? []));
}

/** Where text stops being JSON, and what was expected there. */
type SyntaxFault = { at: number; expected: string };

/** Describes the fault: line, column, what was found, how to fix it. */
function describeFault(text: string, { at, expected: wanted }: SyntaxFault): { message: string; hint: string } {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  const column = at - before.lastIndexOf("\n");
  const found =
    at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : "the end of the text";
  return {
    message: `not JSON at line ${line}, column ${column}: expected ${wanted}, found ${found}`,
    hint: advice(text, at),
  };
}

function advice(text: string, at: number): string {
  const rest = text.slice(at, at + 16);
  if (text.trim() === "") return "The text is empty; send a JSON document.";
  if (at >= text.length) return "The text ends too early; check that it was not truncated.";
  if (/^[}\]]/.test(rest) && /,\s*$/.test(text.slice(Math.max(0, at - 64), at))) return "Remove the comma before it.";
  if (rest.startsWith("'")) return "Use double quotes.";
  if (/^(?:\/\/|\/\*|#)/.test(rest)) return "Remove the comment; JSON has none.";
  if (/^(?:True|False|None|undefined)\b/.test(rest)) return "Write true, false or null.";
  if (/^[-+]?(?:NaN|Infinity)/.test(rest)) return "Use null, or a finite number.";
  if (/^\p{Cc}/u.test(rest)) return "Escape it, for example as \\n or \\t.";
  if (rest.startsWith("\\")) return 'Use \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hex digits.';
  if (rest.startsWith("```")) return "Send the JSON alone, without a code fence.";
  return "Fix the syntax at that position.";
}
