import type { Pack } from "../../packs/pack.ts";
import { stems } from "../../packs/compiled-pack.ts";
import type { PackMeasures, PackRecord } from "../../packs/records.ts";
import type { Sense } from "./mark.ts";

export type Phrase = { stems: readonly string[]; senses: Sense[] };

/** The words of a pack's records and measures, by the stem they begin with, the longest first. */
export type PhraseTable = ReadonlyMap<string, readonly Phrase[]>;

const tables = new WeakMap<Pack, PhraseTable>();

export function phraseTable(pack: Pack): PhraseTable {
  const known = tables.get(pack);
  if (known !== undefined) return known;
  const phrases = new Map<string, Phrase>();
  const add = (says: readonly string[], sense: Sense): void => {
    for (const said of says) {
      const words = stems(said);
      const phrase = phrases.get(words.join(" ")) ?? { stems: words, senses: [] };
      phrase.senses.push(sense);
      phrases.set(words.join(" "), phrase);
    }
  };
  for (const [kind, record] of Object.entries(pack.records)) addRecord(add, pack, { kind, record });
  if (pack.measures !== undefined) addMeasures(add, pack.measures);
  const longestFirst = [...phrases.values()].toSorted((a, b) => b.stems.length - a.stems.length);
  const table = Map.groupBy(longestFirst, (phrase) => phrase.stems[0] ?? "");
  tables.set(pack, table);
  return table;
}

type Add = (says: readonly string[], sense: Sense) => void;

function addRecord(add: Add, pack: Pack, { kind, record }: { kind: string; record: PackRecord }): void {
  add(record.says, { is: "kind", kind });
  add(record.place, { is: "place", kind });
  add(record.done, { is: "done", kind });
  for (const { says, where } of record.marks) add(says, { is: "mark", kind, where });
  for (const [operation, { says }] of Object.entries(record.operations))
    add(says, { is: "operation", kind, operation });
  for (const [deed, { says }] of Object.entries(record.deeds)) add(says, { is: "deed", kind, deed });
  for (const [name, field] of Object.entries(record.fields)) {
    add(field.says, { is: "field", kind, field: name });
    add(field.done, { is: "done", kind, field: name });
    if (field.type !== "option") continue;
    for (const { is, says } of pack.entities[field.entity ?? name]?.values ?? [])
      for (const said of says) add([said], { is: "option", kind, field: name, value: is ?? said });
  }
}

function addMeasures(add: Add, { values, groups, plot }: PackMeasures): void {
  for (const [id, { says, short, group }] of Object.entries(values))
    add([...says, ...short], { is: "measure", id, ...(group !== undefined && { group }) });
  for (const [group, says] of Object.entries(groups)) add(says, { is: "group", group });
  for (const [form, says] of Object.entries(plot?.forms ?? {})) add(says, { is: "form", form });
}
