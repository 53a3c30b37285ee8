import { memoize } from "../../plan/bounded-cache.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";

/** Values by dotted name: `deal`, `stage.label`, `settings.team_id`, `item.key`. */
export type Values = ReadonlyMap<string, Json>;

/** The slots of a text; `whole` where it is one slot and nothing else. Texts of packs come again and again. */
type SlotNames = { whole: string | undefined; names: readonly string[] };

const slotsIn = memoize(5_000, (text: string): SlotNames => {
  const names = Array.from(text.matchAll(inside), (match) => match[1] ?? "");
  return { whole: whole.exec(text)?.[1], names };
});

const whole = /^\{([a-z0-9_./]+)\}$/;
const optional = /\[([^[\]]*\{[^[\]]*)\]/g;
const inside = /(?<!\{)\{([a-z0-9_./]+)\}(?!\})/g;

/** Arguments with what was said in place of the slots. What nobody said is left out, with the key that would hold it. */
export function fillTemplate(template: JsonObject, values: Values): JsonObject {
  const filled: JsonObject = {};
  for (const [key, value] of Object.entries(template)) {
    const said = fill(value, values);
    if (said !== undefined) filled[fillText(key, values)] = said;
  }
  return filled;
}

/** Whether every slot of a template has a value. */
export function hasValues(template: Json, values: Values): boolean {
  if (typeof template === "string") return slotsIn(template).names.every((name) => values.has(name));
  if (typeof template !== "object" || template === null) return true;
  return Object.values(template).every((item) => hasValues(item, values));
}

/** Text with slots; a name without a value becomes nothing, and so does a stretch in brackets with such a name in it. */
export function fillText(text: string, values: Values): string {
  if (!text.includes("{")) return text;
  const said = text.includes("[")
    ? text.replaceAll(optional, (_stretch, inner: string) =>
        slotsIn(inner).names.some((name) => !values.has(name)) ? "" : inner,
      )
    : text;
  return said.replaceAll(inside, (_slot, name: string) => asText(values.get(name) ?? ""));
}

function fill(value: Json, values: Values): Json | undefined {
  if (typeof value === "string") {
    if (!value.includes("{")) return value;
    const { whole: slot, names } = slotsIn(value);
    // A null value empties the field that is changed.
    if (slot !== undefined) return values.get(slot) ?? (slot === "value" && values.has(slot) ? null : undefined);
    return names.some((name) => !values.has(name)) ? undefined : fillText(value, values);
  }
  if (Array.isArray(value)) return value.flatMap((item) => fill(item, values) ?? []);
  return isJsonObject(value) ? fillTemplate(value, values) : value;
}

function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
