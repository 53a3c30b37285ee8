import { tokenize } from "../../language/words/tokenize.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { AccountCall, AccountPlan } from "./account.ts";

/** Everything a plan says, in forms that can be compared with what a text says. */
export type PlanValues = {
  /** Texts in lower case, references left out. */
  texts: readonly string[];
  numbers: readonly number[];
  /** Stems of every word in the texts. */
  stems: ReadonlySet<string>;
};

const longest = 20_000;

/** The values of some calls, and of the texts that are passed on whole. */
export function planValues(calls: readonly AccountCall[], { texts = [] }: Pick<AccountPlan, "texts">): PlanValues {
  const found: { texts: string[]; numbers: number[] } = { texts: texts.map((text) => text.toLowerCase()), numbers: [] };
  for (const { args, when, forEach } of calls) {
    collect(args, found);
    if (when?.to !== undefined) collect(when.to, found);
    for (const { to } of forEach?.where ?? []) if (to !== undefined) collect(to, found);
    if (forEach?.take !== undefined) found.numbers.push(forEach.take);
  }
  return { ...found, stems: new Set(found.texts.flatMap((text) => stemsIn(text))) };
}

function collect(value: Json, found: { texts: string[]; numbers: number[] }): void {
  if (typeof value === "number") found.numbers.push(value);
  else if (typeof value === "string") found.texts.push(withoutReferences(value).slice(0, longest).toLowerCase());
  else if (Array.isArray(value)) for (const item of value) collect(item, found);
  else if (isJsonObject(value))
    for (const [key, item] of Object.entries(value)) {
      // The keys of a free object are said as its values are.
      found.texts.push(key.toLowerCase());
      collect(item, found);
    }
}

/** A reference stands for a result, which nobody said. */
export function withoutReferences(text: string): string {
  return text.replaceAll(/\{\{[^{}]*\}\}|\$[A-Za-z_][\w-]*\.output[\w.[\]-]*/g, " ");
}

export function stemsIn(text: string): string[] {
  return tokenize(text).flatMap(({ stem, kind, lower }) => {
    if (kind === "punctuation" || kind === "symbol") return [];
    // "web-01" and "report.txt" are compared whole and by their parts.
    return kind === "word" ? [stem] : [lower, ...lower.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "")];
  });
}
