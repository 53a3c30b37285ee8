import { memoizeByIdentity } from "../../../plan/bounded-cache.ts";
import { senseTable } from "../world/senses.ts";
import { textOf, type World } from "../world/world.ts";

/** Every word of the pack's records and of their names. */
export const vocabularyOf = memoizeByIdentity(
  (world: World): ReadonlySet<string> => {
    const said = [...senseTable(world.pack).values()].flat().flatMap(({ senses }) => senses.map((one) => one.said));
    const names = [...world.rows].flatMap(([kind, rows]) =>
      rows.map((row) => textOf(row[world.pack.records[kind]?.name ?? ""])),
    );
    return new Set(
      [...said, ...names].flatMap(
        (text) =>
          text
            .toLowerCase()
            .replaceAll("ё", "е")
            .match(/\p{L}+/gu) ?? [],
      ),
    );
  },
  ({ rows }) => rows,
);
