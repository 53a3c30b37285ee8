import type { Clause } from "./clause.ts";
import { read, type Reading } from "./reading.ts";

/** What a text forbids: nothing, all it speaks of, or a part beside something it asks for. */
export function prohibitions(text: string): "nothing" | "all" | "part" {
  const { clauses } = readActs(text);
  const forbids = clauses.some(({ act, role }) => act === "forbid" && role !== "if" && role !== "unless");
  if (!forbids) return "nothing";
  return clauses.some(isAsked) ? "part" : "all";
}

/** "Стоит ли ставить на паузу?" weighs it and asks for nothing; "можешь ли поставить" asks for it. */
export function isWeighed(text: string): boolean {
  return readActs(text).clauses.some(({ polarity }) => polarity === "hypothetical");
}

function isAsked({ act, polarity }: Clause): boolean {
  return act === "do" && polarity !== "negated";
}

/**
 * Acts and polarity do not depend on the clock, so `whole`, a reading of the same text, serves where it has no colon: what
 * stands behind one is somebody's text.
 */
export function readActs(text: string, whole?: Reading): Reading {
  if (whole !== undefined && text.length <= longest && !text.includes(":")) return whole;
  return read((text.split(":")[0] ?? "").slice(0, longest), { now: "1970-01-01T00:00:00Z", zone: "UTC" });
}

const longest = 4_000;
