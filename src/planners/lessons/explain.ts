import type { Json } from "../../plan/json.ts";
import type { Alignment, DerivedRule } from "./derive.ts";

/** How the rule came about, a sentence for each argument. */
export function explain({ alignments }: Pick<DerivedRule, "alignments">): string[] {
  return alignments.map(sentenceFor);
}

export function sentenceFor({ param, value, how, words }: Alignment): string {
  switch (how) {
    case "said":
      return `'${words ?? ""}' became ${param}.`;
    case "meant":
      return `'${words ?? ""}' means ${param} = ${shown(value)}; another word that the rule knows means another value.`;
    case "context":
      return `${param} comes from ${words ?? "the context"} of the context.`;
    case "result":
      return `${param} is taken from the result of an earlier step.`;
    case "fixed":
      return `${param} is always ${shown(value)}.`;
    default:
      return how satisfies never;
  }
}

/** The words that name the operation. */
export function operationWords({ pieces }: Pick<DerivedRule, "pieces">): string[] {
  return pieces.flatMap((piece) => (piece.kind === "word" && !piece.optional ? [piece.text] : []));
}

function shown(value: Json): string {
  return typeof value === "string" ? `"${value}"` : JSON.stringify(value);
}
