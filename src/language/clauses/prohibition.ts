import type { Clause } from "./clause.ts";
import { read, type Reading } from "../reading.ts";

/** What a text forbids: nothing, all it speaks of, or a part beside something it asks for. */
export function prohibitions(reading: Reading): "nothing" | "all" | "part" {
  const { clauses } = readActs(reading);
  const forbids = clauses.some(({ act, role }) => act === "forbid" && role !== "if" && role !== "unless");
  if (!forbids) return "nothing";
  return clauses.some(isAsked) ? "part" : "all";
}

/** "Стоит ли ставить на паузу?" weighs it and asks for nothing; "можешь ли поставить" asks for it. */
export function isWeighed(reading: Reading): boolean {
  return readActs(reading).clauses.some(({ polarity }) => polarity === "hypothetical");
}

function isAsked({ act, polarity }: Clause): boolean {
  return act === "do" && polarity !== "negated";
}

/** The text up to a colon: what stands behind one is somebody's text. */
export function readActs(whole: Reading): Reading {
  const colon = whole.source.indexOf(":");
  const end = Math.min(colon < 0 ? whole.source.length : colon, longest);
  return end === whole.source.length ? whole : read(whole.source.slice(0, end), whole.setting);
}

const longest = 4_000;
