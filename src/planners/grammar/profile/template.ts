import { nameWords } from "./name-words.ts";

/** A text that a description spells out with places to be filled: 'https://{host}/status', 'title:Name author:Name'. */
export type Template = { text: string; slots: readonly { name: string; place: string }[] };

const quoted = /(?<![\p{L}\d])(?:"([^"\n]{3,200})"|'([^'\n]{3,200})'|`([^`\n]{3,200})`)(?![\p{L}\d])/gu;
const braces = /\{([\p{L}_]{1,30})\}/gu;
const pairs = /(?<=^|\s)([\p{Ll}_]{2,20}):(\p{Lu}\p{L}*(?: \p{Lu}\p{L}*)*)/gu;

/** The first template of a description, if it has one. */
export function readTemplate(description: string): Template | undefined {
  for (const match of description.matchAll(quoted)) {
    const text = match[1] ?? match[2] ?? match[3] ?? "";
    const slots = [
      ...[...text.matchAll(braces)].map(([place, name = ""]) => ({ name, place })),
      ...[...text.matchAll(pairs)].map(([, name = "", place = ""]) => ({ name, place })),
    ];
    const keys = slots.every(({ name, place }) => place.startsWith("{") || sharesWord(name, place));
    const whole = slots.some(({ place }) => place.startsWith("{")) || slots.length > 1;
    if (whole && keys) return { text, slots };
  }
  return undefined;
}

/** 'artist:ArtistName' names its value, 'track:Doxy' is an example. */
function sharesWord(name: string, place: string): boolean {
  return /Name|Title|Value$/.test(place) || nameWords(place).some((word) => nameWords(name).includes(word));
}
