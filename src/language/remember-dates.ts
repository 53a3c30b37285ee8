import type { DateSetting, Language } from "./language.ts";

const capacity = 200;

/** One text is read for dates several times in one planning, and again when it is asked for again in the same second. */
export function rememberDates(language: Language): Language["dates"] {
  const recent = new Map<string, ReturnType<Language["dates"]>>();
  let clock: DateSetting = { now: "", zone: "" };
  return (text, setting) => {
    const isSame = setting.now === clock.now && setting.zone === clock.zone;
    const known = isSame ? recent.get(text) : undefined;
    if (known !== undefined) return known;
    if (!isSame || recent.size >= capacity) recent.clear();
    clock = setting;
    const readings = language.dates(text, setting);
    recent.set(text, readings);
    return readings;
  };
}
