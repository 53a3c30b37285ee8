/** Each text in English, then Russian. Plural forms are separated by bars: one|other, and in Russian one|few|many. */
export type Entry = readonly [en: string, ru: string];

export function table<const T extends Record<string, Entry>>(entries: T): T {
  return entries;
}
