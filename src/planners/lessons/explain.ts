import type { Json } from "../../plan/json.ts";
import type { Alignment, DerivedRule } from "./derive.ts";

/** How the rule came about, a sentence for each argument. */
export function explain({ alignments }: Pick<DerivedRule, "alignments">): string[] {
  return alignments.map(sentenceFor);
}

export function sentenceFor(one: Alignment): string {
  const { value, how, words, part } = one;
  const name = subjectOf(one);
  if (part === "order") return `Items come in the ${shown(value)} order of ${one.param}.`;
  if (how === "fixed" && value === null && part !== undefined) return `${name}.`;
  switch (how) {
    case "said":
      return part === undefined ? `'${words ?? ""}' became ${name}.` : `${name} what '${words ?? ""}' says.`;
    case "meant":
      return part === undefined
        ? `'${words ?? ""}' means ${name} = ${shown(value)}; another word that the rule knows means another value.`
        : `${name} what '${words ?? ""}' means, here ${shown(value)}.`;
    case "context":
      return part === undefined
        ? `${name} comes from ${words ?? "the context"} of the context.`
        : `${name} ${words ?? "the context"} of the context.`;
    case "today":
      return part === undefined ? `${name} is the day of the request.` : `${name} the day of the request.`;
    case "result":
      return `${name} ${part === "filter" || part === "condition" ? "a value of" : "is taken from"} ${words ?? "the result of an earlier step"}.`;
    case "fixed":
      return part === undefined ? `${name} is always ${shown(value)}.` : `${name} always ${shown(value)}.`;
    default:
      return how satisfies never;
  }
}

/** What the value does: an argument, or how the items of a step are chosen. */
function subjectOf({ param, part, path }: Alignment): string {
  const [field = "", is = ""] = param.split(/ (?=\w+$)/);
  switch (part) {
    case undefined:
      return param;
    case "list":
      return path.endsWith(":when.value") ? "What the condition tests" : "The list of items";
    case "number":
      return "The number of items is";
    case "filter":
    case "condition":
      return `${part === "filter" ? `Only items whose ${field} is` : `Only if ${field === "count" ? "the number of results" : "it"} is`} ${comparisons[is] ?? is}`;
    case "order":
      return param;
    default:
      return part satisfies never;
  }
}

const comparisons: Readonly<Record<string, string>> = {
  equal: "equal to",
  not_equal: "not equal to",
  less: "less than",
  at_most: "at most",
  more: "more than",
  at_least: "at least",
  one_of: "one of",
  contains: "a text or list with",
  not_empty: "not empty",
};

/** The words that name the operation. */
export function operationWords({ pieces }: Pick<DerivedRule, "pieces">): string[] {
  return pieces.flatMap((piece) => (piece.kind === "word" && !piece.optional ? [piece.text] : []));
}

function shown(value: Json): string {
  return typeof value === "string" ? `"${value}"` : JSON.stringify(value);
}
