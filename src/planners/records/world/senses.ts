import { memoizeByIdentity } from "../../../plan/bounded-cache.ts";
import type { Json } from "../../../plan/json.ts";
import { stems } from "../../packs/compiled-pack.ts";
import type { Pack } from "../../packs/pack.ts";
import type { PackRecord, PackTest } from "../../packs/records.ts";

/** What words of a pack mean over its records; one word may mean several things. */
export type Sense =
  | { is: "kind"; kind: string }
  | { is: "place"; kind: string }
  | { is: "option"; kind: string; field: string; value: Json }
  | { is: "field"; kind: string; field: string }
  | { is: "mark"; kind: string; where: readonly PackTest[] }
  | { is: "rank"; kind: string; by: string; end: "first" | "last"; where: readonly PackTest[] }
  | { is: "operation"; kind: string; operation: string }
  | { is: "deed"; kind: string; deed: string }
  /** Something that was done: to a record (`field` is the date it renews), or the record itself (a meeting: "met"). */
  | { is: "done"; kind: string; field?: string }
  | { is: "measure"; measure: string }
  | { is: "group"; group: string }
  | { is: "form"; form: string };

export type SenseOf<K extends Sense["is"]> = Extract<Sense, { is: K }>;

/** `said` are the words as the pack writes them, beside each sense. */
export type Phrase = { stems: readonly string[]; senses: { sense: Sense; said: string }[] };

/** Words of a pack's records by the stem they begin with, the longest first. */
type SenseTable = ReadonlyMap<string, readonly Phrase[]>;

export const senseTable = memoizeByIdentity((pack: Pack): SenseTable => {
  const phrases = new Map<string, Phrase>();
  const add: Add = (says, sense) => {
    for (const said of says) {
      const words = stems(said);
      const phrase = phrases.get(words.join(" ")) ?? { stems: words, senses: [] };
      phrase.senses.push({ sense, said: said.toLowerCase() });
      phrases.set(words.join(" "), phrase);
    }
  };
  for (const [kind, record] of Object.entries(pack.records)) addRecord(add, pack, { kind, record });
  const { values = {}, groups = {}, plot } = pack.measures ?? {};
  for (const [measure, { says, short }] of Object.entries(values)) add([...says, ...short], { is: "measure", measure });
  for (const [group, says] of Object.entries(groups)) add(says, { is: "group", group });
  for (const [form, says] of Object.entries(plot?.forms ?? {})) add(says, { is: "form", form });
  const longestFirst = [...phrases.values()].toSorted((a, b) => b.stems.length - a.stems.length);
  return Map.groupBy(longestFirst, (phrase) => phrase.stems[0] ?? "");
});

type Add = (says: readonly string[], sense: Sense) => void;

function addRecord(add: Add, pack: Pack, { kind, record }: { kind: string; record: PackRecord }): void {
  add(record.says, { is: "kind", kind });
  add(record.place, { is: "place", kind });
  for (const { says, where } of record.marks) add(says, { is: "mark", kind, where });
  for (const { says, ...rank } of record.ranks) add(says, { is: "rank", kind, ...rank });
  for (const [operation, { says }] of Object.entries(record.operations))
    add(says, { is: "operation", kind, operation });
  for (const [deed, { says }] of Object.entries(record.deeds)) add(says, { is: "deed", kind, deed });
  add(record.done, { is: "done", kind });
  for (const [name, field] of Object.entries(record.fields)) {
    add(field.says, { is: "field", kind, field: name });
    add(field.done, { is: "done", kind, field: name });
    if (field.type !== "option") continue;
    for (const { is, says } of pack.entities[field.entity ?? name]?.values ?? [])
      for (const said of says) add([said], { is: "option", kind, field: name, value: is ?? said });
  }
}
