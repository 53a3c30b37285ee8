import type { Candidate, Language } from "../contracts/actions/plan.ts";
import type { Json } from "../plan/json.ts";
import type { DomainWords } from "./domain-words.ts";
import { type Texts, texts } from "./texts/texts.ts";

/** Everything that determines how a card is rendered. */
export type Rendering = {
  language: Language;
  zone: string;
  now: number;
  /** The display name of a person, by id. */
  nameOf: (id: string) => string;
  /** The names of other people and records, by id. */
  names: ReadonlyMap<string, string>;
} & Pick<DomainWords, "labelOf" | "fieldOf" | "actionOf">;

export function textsOf({ language }: Pick<Rendering, "language">): Texts {
  return texts[language];
}

/** A moment as people write it, in the zone of the conversation. */
export function timeText(iso: string, { language, zone }: Pick<Rendering, "language" | "zone">): string {
  return new Intl.DateTimeFormat(language === "ru" ? "ru-RU" : "en-GB", {
    timeZone: zone,
    day: "2-digit",
    month: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(iso));
}

/** A day as people write it, with its weekday. */
function dayText(day: string, { language }: Pick<Rendering, "language">): string {
  return new Intl.DateTimeFormat(language === "ru" ? "ru-RU" : "en-GB", {
    timeZone: "UTC",
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  }).format(new Date(`${day}T00:00:00Z`));
}

/** The value of a field: days and moments as people write them, names instead of ids, labels instead of keys. */
export function fieldText(name: string, value: Json, rendering: Rendering): string {
  const field = rendering.fieldOf(name, rendering.language);
  const label = typeof value === "object" ? undefined : field?.labels.get(String(value));
  if (label !== undefined) return label;
  if (typeof value !== "string" || value === "") return valueText(value, rendering);
  if (field?.isId === true) return rendering.names.get(value) ?? value;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayText(value, rendering);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(value)) return timeText(value, rendering);
  return valueText(value, rendering);
}

/** The label of a field: the domain's word, else its name as words. */
export function fieldLabel(name: string, { fieldOf, language }: Pick<Rendering, "fieldOf" | "language">): string {
  const words = name.replace(/_id$/, "").replaceAll("_", " ").trim();
  return fieldOf(name, language)?.label ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value within a line. */
export function valueText(value: Json, { language, labelOf }: Pick<Rendering, "language" | "labelOf">): string {
  if (value === null || value === "") return "—";
  if (typeof value === "string") return labelOf(value, language) ?? value;
  if (typeof value === "number") return value.toLocaleString(language === "ru" ? "ru-RU" : "en-GB");
  if (typeof value === "boolean") return textsOf({ language })[value ? "yes" : "no"];
  if (Array.isArray(value)) return value.map((one) => valueText(one, { language, labelOf })).join(", ");
  const parts = Object.entries(value).map(([name, one]) => `${name} ${valueText(one, { language, labelOf })}`);
  return parts.join(", ");
}

/** A row of a pick list, values of the domain by their labels. */
export function candidateText(
  { name, subtitle }: Candidate,
  { language, labelOf }: Pick<Rendering, "language" | "labelOf">,
): string {
  const labels = subtitle.split(", ").map((part) => labelOf(part, language) ?? part);
  return inLine([name, labels.join(", ")].filter((part) => part !== "").join(" · "), 400);
}

/** The maximum length of a card's text in messengers. */
export const maxText = 4000;

/** Cuts text to a length in UTF-16 units, at a character boundary, with an ellipsis. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const short = text.slice(0, length - 1);
  return `${short.isWellFormed() ? short : short.slice(0, -1)}…`;
}

/** A part of one line: what a record says can neither begin a line of its own nor turn the direction of reading. */
export function inLine(text: string, length: number): string {
  const line = text.replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, " ⏎ ");
  return cut(line.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, ""), length);
}

/** Whole minutes from now, at least 0. */
export function minutesUntil(iso: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(iso) - now) / 60_000));
}
