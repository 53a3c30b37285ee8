import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { ItemOf } from "../items/item.ts";

/** "Note", "jot down", «впиши»: a verb that puts a text somewhere. */
export function writesText(verb: ItemOf<"verb">): boolean {
  return /^(?:note|comment)$/.test(verb.op) || hasConcept(verb.text.split(" ")[0] ?? "", "writes");
}
