import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { stems } from "../../packs/compiled-pack.ts";
import type { Pack } from "../../packs/pack.ts";
import { spoken } from "../../packs/spoken.ts";
import type { SenseOf } from "../world/senses.ts";
import { textOf, type World } from "../world/world.ts";
import type { Item } from "./item.ts";

type FieldSense = Pick<SenseOf<"field">, "kind" | "field">;

/**
 * "Priority: high", «на этапе „Бриф“»: beside its field a value also goes by its label, and in quotes. So does it behind a verb that
 * sets it: "raise T-4 to high", «понизь до среднего», "mark T-4 as 'in review'".
 */
export function withLabels(items: readonly Item[], { pack }: World): Item[] {
  let [lead, verb, hasNoun]: [Item | undefined, Item | undefined, boolean] = [undefined, undefined, false];
  const fields = optionFields(pack);
  return items.map((item, at): Item => {
    const [before, order, isOfNoun] = [lead, verb, hasNoun];
    if (item.is === "verb") verb = item;
    hasNoun ||= item.is === "kind";
    if (!/^(?:prep|filler|sign|key|name|kind|pronoun|verb|compare)$/.test(item.is)) lead = item;
    // «Приоритет средний»: beside its field, whatever else the word means.
    const isOther = item.is === "compare" || (item.is === "verb" && item.form !== "imperative");
    if (before?.is === "field" && isOther) return labelledOption(item, before.senses, pack) ?? item;
    if (!/^(?:unknown|word|quoted)$/.test(item.is)) return item;
    if (before?.is === "field") return labelledOption(item, before.senses, pack) ?? item;
    return isSetTo(items, at, order) || (isOfNoun && isAside(items, at))
      ? (labelledOption(item, fields, pack) ?? item)
      : item;
  });
}

function optionFields(pack: Pack): FieldSense[] {
  return Object.entries(pack.records).flatMap(([kind, { fields }]) =>
    Object.keys(fields).flatMap((field) => (fields[field]?.type === "option" ? [{ kind, field }] : [])),
  );
}

/** "A new task: fix the form, high": alone behind a comma at the end. */
function isAside(items: readonly Item[], at: number): boolean {
  return items[at - 1]?.text === "," && items[at + 1] === undefined && items[at]?.is !== "quoted";
}

/** The last word of an order about one record, where a value stands. */
function isSetTo(items: readonly Item[], at: number, verb: Item | undefined): boolean {
  const [before, next] = [items[at - 1], items[at + 1]];
  const lead = before?.is === "filler" ? items[at - 2] : before;
  const sets = verb?.is === "verb" && verb.form === "imperative" && isSetting.test(verb.op);
  const isLed = lead?.is === "prep" && (lead.role === "goal" || hasConcept(lead.text, "rel.until"));
  const isWhole = items[at]?.is === "quoted" || /^(?:key|pronoun)$/.test(lead?.is ?? "");
  const isLast = next === undefined || /^(?:joint|sign|filler)$/.test(next.is);
  return sets && isLast && (isLed || isWhole);
}

const isSetting = /^(?:update|move|create|increase|decrease|delete|start)$/;

/** A word as a value of one of the fields, by its label or the words for it. */
export function labelledOption(item: Item, fields: readonly FieldSense[], pack: Pack): Item | undefined {
  const { start, end, text } = item;
  const said = stems(item.is === "quoted" ? item.value : text).join(" ");
  const senses = fields.flatMap(({ kind, field }) => {
    const { type, entity, says: nouns = [] } = pack.records[kind]?.fields[field] ?? {};
    const own = new Set(nouns.flatMap(stems));
    const values = type === "option" ? (pack.entities[entity ?? field]?.values ?? []) : [];
    return values.flatMap(({ is, says, sets }) => {
      const labels = (["en", "ru"] as const).map((speech) => textOf(spoken(sets["label"] ?? "", speech)));
      // "Medium priority" is "medium" beside the word for the field.
      const isSaid = [...labels, ...says].some((one) => {
        const words = stems(one).filter((word) => !own.has(word));
        return words.length > 0 && words.join(" ") === said;
      });
      return isSaid ? [{ is: "option" as const, kind, field, value: is ?? says[0] ?? "" }] : [];
    });
  });
  return senses.length === 0 ? undefined : { start, end, text, is: "option", senses, marks: [] };
}
