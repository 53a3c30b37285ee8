import type { VerbForm } from "../spans/span.ts";
import { irregularVerbs } from "./lexicon.ts";

/** Irregular form to its base: "sent" to "send". */
const baseOf: ReadonlyMap<string, string> = new Map(
  irregularVerbs
    .trim()
    .split(/;\s*/)
    .flatMap((row) => {
      const [base = "", forms = ""] = row.split(": ");
      return forms.split(" ").map((form) => [form, base.trim()] as const);
    }),
);

/** What the ending says of a verb of the lexicon. The base form is an order or an infinitive, as its place says. */
export function verbForm(lower: string): VerbForm {
  const base = baseOf.get(lower);
  if (base !== undefined && base !== lower) return "past";
  if (/.{2}ing$/.test(lower) && !/^(?:bring|ring|ping)$/.test(lower)) return "gerund";
  if (/.{2}ed$/.test(lower) && !/^(?:need|speed|feed|seed|proceed|succeed|exceed|embed)$/.test(lower)) return "past";
  if (/.{2}[^s]s$/.test(lower)) return "present";
  return "imperative";
}
