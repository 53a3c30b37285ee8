import { compact } from "../../plan/compact.ts";
import { languages } from "../../language/languages.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { CompiledSlot } from "../packs/compiled-pack.ts";
import { findValues } from "../packs/find-value.ts";
import { type GoalText, isFunctionWord } from "../packs/goal-text.ts";
import { PackSlot } from "../packs/pack.ts";

/**
 * Where a value of the plan stands in the request. `template` is how a rule writes it again: `{}` is the value of the
 * slot, `{date}` one of its parts.
 */
export type SlotSite = {
  slot: Partial<PackSlot> & Pick<PackSlot, "type">;
  template: string;
  start: number;
  end: number;
};

type TypedSlot = "email" | "id" | "percent" | "number" | "duration" | "date" | "time";
/** Narrow types first: an address is no text, a percentage no bare number. */
const typed: readonly TypedSlot[] = ["email", "id", "percent", "duration", "time", "date", "number"];

/** The words that say a value: by type, else by the same words in any form. Undefined where the request does not say it. */
export function findPlace(value: Json, goalText: GoalText): SlotSite | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return typedPlace(value, goalText) ?? (typeof value === "string" ? textPlace(value, goalText) : undefined);
}

/** The field of the context that holds the value. */
export function findField(value: Json, goalText: GoalText): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const wanted = value.toLowerCase();
  return [...goalText.context].find(([, known]) => typeof known === "string" && known.toLowerCase() === wanted)?.[0];
}

/** The template of a value that is the day of the request. */
export function todayIn(value: Json, { today }: GoalText): string | undefined {
  const template = typeof value === "string" ? templateOf(value, null, { date: today }) : undefined;
  return template?.replace("{date}", "{now.date}");
}

function typedPlace(value: string | number, goalText: GoalText): SlotSite | undefined {
  for (const type of typed)
    for (const { value: said, sets, start, end } of findValues(emptySlot(type), goalText)) {
      if (type === "percent" && sets["unit"] !== "percent") continue;
      if (type === "number" && goalText.tokens[start]?.kind === "identifier") continue;
      const template = templateOf(value, said, sets);
      if (template === undefined) continue;
      const prefix = type === "id" && typeof said === "string" ? /^[\p{L}]+[-_#]?(?=\d)/u.exec(said)?.[0] : undefined;
      return { slot: { type, ...compact({ prefix }) }, template, start, end };
    }
  return undefined;
}

/** How the value is written from what the slot finds: whole, by one of its parts, or as date and time side by side. */
function templateOf(value: string | number, said: Json, sets: Json): string | undefined {
  if (isSame(value, said)) return "{}";
  if (!isJsonObject(sets)) return undefined;
  for (const [key, part] of Object.entries(sets)) if (key !== "unit" && isSame(value, part)) return `{${key}}`;
  const { date, time } = sets;
  if (typeof value !== "string" || typeof date !== "string") return undefined;
  const midnight = ["T00:00:00", " 00:00:00", "T00:00:00Z", " 00:00", "T00:00"].find((tail) => value === date + tail);
  if (midnight !== undefined) return `{date}${midnight}`;
  if (typeof time !== "string") return undefined;
  const clock = [" ", "T"].flatMap((gap) => ["", ":00", ":00Z"].map((tail) => [gap, tail] as const));
  const [gap, tail] = clock.find(([a, b]) => value === `${date}${a}${time}${b}`) ?? [];
  return gap === undefined ? undefined : `{date}${gap}{time}${tail ?? ""}`;
}

function isSame(value: string | number, said: Json | undefined): boolean {
  if (said === undefined || said === null || typeof said === "object") return false;
  return typeof value === typeof said && String(value).toLowerCase() === String(said).toLowerCase();
}

/** Free text: in quotes, as it was said, or in its dictionary form. */
function textPlace(value: string, goalText: GoalText): SlotSite | undefined {
  const wanted = value.trim().toLowerCase();
  if (wanted === "") return undefined;
  const quoted = goalText.tokens.findIndex(
    ({ kind, lower }) => kind === "quoted" && lower.slice(1, -1).trim() === wanted,
  );
  if (quoted >= 0) return { slot: { type: "text", proper: "first" }, template: "{}", start: quoted, end: quoted + 1 };
  const source = goalText.source.toLowerCase();
  for (let from = source.indexOf(wanted); from >= 0; from = source.indexOf(wanted, from + 1)) {
    const start = goalText.tokens.findIndex((token) => token.from === from);
    const end = goalText.tokens.findIndex((token) => token.to === from + wanted.length) + 1;
    if (start >= 0 && end > start) return { slot: { type: "text" }, template: "{}", start, end };
  }
  return nominativePlace(wanted, goalText);
}

/** «кухне» for «кухня»: the rule passes the dictionary form on. */
function nominativePlace(wanted: string, { tokens }: GoalText): SlotSite | undefined {
  const size = wanted.split(/\s+/).length;
  for (let start = 0; start + size <= tokens.length; start += 1) {
    const said = tokens.slice(start, start + size);
    const [first] = said;
    if (first === undefined || isFunctionWord(first) || !said.every(({ kind }) => kind === "word")) continue;
    if (languages[first.lang].normalForm(said).toLowerCase() === wanted)
      return { slot: { type: "text", form: "nominative" }, template: "{}", start, end: start + size };
  }
  return undefined;
}

function emptySlot(type: TypedSlot): CompiledSlot {
  const nothing = { optional: false, after: [], skip: new Set<string>(), never: new Set<string>(), values: new Map() };
  return { ...PackSlot.parse({ type }), name: type, ...nothing };
}
