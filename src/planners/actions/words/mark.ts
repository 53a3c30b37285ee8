import type { Json } from "../../../plan/json.ts";
import type { PackTest } from "../../packs/records.ts";
import type { Unit, When } from "./when.ts";

/** What words of the domain can stand for; one word may stand for several things. */
export type Sense =
  | { is: "kind"; kind: string }
  | { is: "place"; kind: string }
  | { is: "option"; kind: string; field: string; value: Json }
  | { is: "field"; kind: string; field: string }
  | { is: "mark"; kind: string; where: readonly PackTest[] }
  | { is: "done"; kind: string; field?: string }
  | { is: "measure"; id: string; group?: string }
  | { is: "group"; group: string }
  | { is: "form"; form: string }
  | { is: "operation"; kind: string; operation: string }
  | { is: "deed"; kind: string; deed: string };

export type Person = { id: string; name: string };

/** One unit of a request: a word, a sign, or something that is known to mean more. */
export type Mark = { from: number; to: number; text: string; lower: string } & (
  | { is: "word" | "sign" | "quote" | "name" }
  | { is: "senses"; senses: readonly Sense[] }
  | { is: "person"; people: readonly Person[] }
  | { is: "number" | "percent"; value: number }
  | { is: "when"; when: When }
  | { is: "time"; minutes: number }
  | { is: "span"; count: number; unit: Unit }
);

const letters = {
  kind: "K",
  place: "P",
  option: "O",
  field: "F",
  mark: "M",
  done: "D",
  measure: "X",
  group: "G",
  form: "L",
  operation: "V",
  deed: "B",
  quote: "Q",
  name: "U",
  person: "A",
  number: "N",
  percent: "C",
  when: "W",
  time: "T",
  span: "S",
} as const;

/**
 * A request as patterns see it: plain words in lower case, signs, and `KF#3` for mark 3, which may be a kind or a field.
 * Every unit has a blank on both sides.
 */
export function codeOf(marks: readonly Mark[], from = 0, to = marks.length): string {
  const units = marks.slice(from, to).map((mark, at) => unitOf(mark, from + at));
  return ` ${units.join(" ")} `;
}

function unitOf(mark: Mark, at: number): string {
  if (mark.is === "word" || mark.is === "sign") return mark.lower.replaceAll(/\s+/g, " ");
  if (mark.is !== "senses") return `${letters[mark.is]}#${at}`;
  return `${[...new Set(mark.senses.map(({ is }) => letters[is]))].toSorted().join("")}#${at}`;
}

/** A pattern over code: `<K>` is a unit that may be a kind, and captures its place. */
export function pattern(text: string, flags = ""): RegExp {
  return new RegExp(text.replaceAll(/<([A-Z]+)>/g, "[A-Z]*[$1][A-Z]*#(\\d+)"), flags);
}
