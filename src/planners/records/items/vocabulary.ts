import { senseTable } from "../world/senses.ts";
import { textOf, type World } from "../world/world.ts";

const vocabularies = new WeakMap<World["rows"], ReadonlySet<string>>();

/** Every word of the pack's records and of their names. */
export function vocabularyOf(world: World): ReadonlySet<string> {
  const known = vocabularies.get(world.rows);
  if (known !== undefined) return known;
  const said = [...senseTable(world.pack).values()].flat().flatMap(({ senses }) => senses.map((one) => one.said));
  const names = [...world.rows].flatMap(([kind, rows]) =>
    rows.map((row) => textOf(row[world.pack.records[kind]?.name ?? ""])),
  );
  const words = new Set(
    [...said, ...names].flatMap(
      (text) =>
        text
          .toLowerCase()
          .replaceAll("ё", "е")
          .match(/\p{L}+/gu) ?? [],
    ),
  );
  vocabularies.set(world.rows, words);
  return words;
}
