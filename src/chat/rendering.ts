import type { Candidate, Language } from "../contracts/actions/plan.ts";
import type { Json } from "../plan/json.ts";
import { type Texts, texts } from "./texts/texts.ts";

/** Everything that determines how a card is rendered. */
export type Rendering = {
  language: Language;
  zone: string;
  now: number;
  /** The display name of a person, by id. */
  nameOf: (id: string) => string;
  /** The domain's label of a value: `won` is "Выиграно". */
  labelOf: (value: string, language: Language) => string | undefined;
};

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
  }).format(new Date(iso));
}

/** A value within a line. */
export function valueText(value: Json, { language, labelOf }: Pick<Rendering, "language" | "labelOf">): string {
  if (value === null || value === "") return "—";
  if (typeof value === "string") return labelOf(value, language) ?? value;
  if (typeof value === "number") return value.toLocaleString(language === "ru" ? "ru-RU" : "en-GB");
  return JSON.stringify(value);
}

/** A row of a pick list, values of the domain by their labels. */
export function candidateText(
  { name, subtitle }: Candidate,
  { language, labelOf }: Pick<Rendering, "language" | "labelOf">,
): string {
  const told = subtitle.split(", ").map((part) => labelOf(part, language) ?? part);
  return [name, told.join(", ")].filter((part) => part !== "").join(" · ");
}

/** The longest text of a card that messengers accept. */
export const maxText = 4000;

/** Cuts text to a length in UTF-16 units, at a character boundary, with an ellipsis. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const short = text.slice(0, length - 1);
  return `${short.isWellFormed() ? short : short.slice(0, -1)}…`;
}

/** Whole minutes from now, at least 0. */
export function minutesUntil(iso: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(iso) - now) / 60_000));
}
