import { isMap, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { type Checked, refused } from "../../plan/checked.ts";
import type { Issue } from "../../plan/issue.ts";
import { parseWith } from "../../plan/parse.ts";
import { parsePointer } from "../../plan/pointer.ts";
import { checkPack } from "./check-pack.ts";
import { Pack } from "./pack.ts";

/** Reads a pack from YAML. Every fault comes back at once, each message opening with `file:line:column`. */
export function parsePack(text: string, file: string): Checked<Pack> {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    strict: true,
  } as const);
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const faults = [...document.errors, ...document.warnings].map((fault): Issue => {
    const duplicate = fault.code === "DUPLICATE_KEY";
    const message = fault.message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? fault.message;
    return {
      code: duplicate ? "DUPLICATE_KEY" : "INVALID_FORMAT",
      pointer: "",
      message: `${at(fault.pos[0])}: ${message}`,
      hint: duplicate ? "Keep one of them." : "Correct the YAML at this place.",
    };
  });
  if (faults.length > 0) return refused(...faults);
  const shaped = parseWith(Pack, toPlain(document.toJS({ maxAliasCount: 100 })));
  const issues = shaped.ok ? checkPack(shaped.value) : shaped.issues;
  const placed = issues.map((issue) => ({
    ...issue,
    message: `${at(offsetOf(document.contents, issue.pointer))}: ${issue.message}`,
  }));
  return shaped.ok && placed.length === 0 ? shaped : refused(...placed);
}

/** An empty document is an empty object, so that its missing fields are named. */
function toPlain(value: unknown): unknown {
  return value ?? {};
}

/** Where the value of a pointer stands, or the nearest thing above it that is there. */
function offsetOf(root: Node | null, pointer: string): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const token of parsePointer(pointer) ?? []) {
    const next: unknown = isMap(node) ? node.get(token, true) : isSeq(node) ? node.get(Number(token), true) : undefined;
    const key = isMap(node) ? node.items.find((item) => String(item.key) === token)?.key : undefined;
    const range = rangeOf(key) ?? rangeOf(next);
    if (range === undefined) break;
    offset = range;
    node = next;
  }
  return offset;
}

function rangeOf(node: unknown): number | undefined {
  if (typeof node !== "object" || node === null || !("range" in node) || !Array.isArray(node.range)) return undefined;
  const start: unknown = node.range[0];
  return typeof start === "number" ? start : undefined;
}
