import type { Language } from "./language.ts";

const capacity = 200;

/** One text is read for dates several times in one planning, and again when it is asked for again in the same second. */
export function rememberDates(language: Language): Language["dates"] {
  const recent = new Map<string, ReturnType<Language["dates"]>>();
  return (text, setting) => {
    const key = `${setting.now} ${setting.zone} ${text}`;
    const known = recent.get(key);
    if (known !== undefined) return known;
    const readings = language.dates(text, setting);
    if (recent.size >= capacity) recent.clear();
    recent.set(key, readings);
    return readings;
  };
}
