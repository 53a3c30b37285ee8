import { parsePattern } from "../../planners/packs/pattern.ts";
import type { Pack } from "../../planners/packs/pack.ts";

/** Example values for slots that are not entities. */
const samples: Readonly<Record<string, string>> = {
  text: "Acme",
  number: "3",
  percent: "10 %",
  date: "tomorrow",
  time: "10:30",
  duration: "20 minutes",
  id: "Q-0001",
  email: "ann@example.com",
  person: "Ann",
};

/** One request for each phrase of the packs: their plans must not change. */
export function packRequests(packs: readonly Pack[]): string[] {
  return packs.flatMap((pack) =>
    pack.intents.flatMap(({ phrases }) => phrases.flatMap((phrase) => renderPhrase(phrase, pack))),
  );
}

/** The phrase with the first of each alternative, without its optional parts. */
function renderPhrase(phrase: string, pack: Pack): string[] {
  if ("message" in parsePattern(phrase)) return [];
  const said = phrase
    .replaceAll(/\[[^\]]*\]/g, " ")
    .replaceAll(/\(([^|)]*)[^)]*\)/g, "$1")
    .replaceAll(/\{([a-z0-9_]+)\}/g, (_, slot: string) => sampleOf(pack, slot))
    .replaceAll(/\s+/g, " ")
    .trim();
  return said === "" ? [] : [said];
}

function sampleOf(pack: Pack, slot: string): string {
  const { type = "entity", entity = slot, prefix } = pack.slots[slot] ?? {};
  if (type === "entity") return pack.entities[entity]?.values[0]?.says[0] ?? "";
  return type === "id" && prefix !== undefined ? `${prefix}0001` : (samples[type] ?? "");
}
