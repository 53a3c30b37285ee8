import type { ReactError } from "../contracts/react/plan-react.ts";
import type { Observation } from "../contracts/react/trace.ts";
import { isJsonObject, type Json } from "../plan/json.ts";
import type { LoopState, TurnCall } from "./loop-state.ts";

type Language = "en" | "ru";

/** The language of the user's own letters. */
export function languageOf({ request: { goal } }: Pick<LoopState, "request">): Language {
  return /\p{Script=Cyrillic}/u.test(goal.metadata.user_message ?? goal.description) ? "ru" : "en";
}

const words = {
  en: { none: "Nothing was found.", failed: "failed", unfinished: "Not finished.", so: "What is known so far:" },
  ru: {
    none: "Ничего не найдено.",
    failed: "не удалось",
    unfinished: "Не завершено.",
    so: "Что известно к этому моменту:",
  },
} as const;

/** An answer built from observations, one line per call, stating only what tools returned. */
export function renderFindings(state: LoopState): string {
  const language = languageOf(state);
  const lines = state.turns.flatMap(({ calls }) => calls).map((call) => lineOf(call, language));
  return lines.length === 0 ? words[language].none : lines.join("\n");
}

/** The best partial answer when the loop was stopped. */
export function renderUnfinished(state: LoopState, error: ReactError): string {
  const language = languageOf(state);
  const { unfinished, so } = words[language];
  const why = language === "ru" ? `${unfinished} (${error.code})` : `${unfinished} ${error.message}`;
  const known = state.turns.some(({ calls }) => calls.some(({ observation }) => observation?.ok === true));
  return known ? `${why}\n${so}\n${renderFindings(state)}` : why;
}

function lineOf({ tool, observation }: TurnCall, language: Language): string {
  return `${tool}: ${observation === undefined ? "…" : findingOf(observation, language)}`;
}

function findingOf(observation: Observation, language: Language): string {
  if (!observation.ok) return `${words[language].failed} (${observation.error.message})`;
  return short(valueText(observation.output));
}

const longest = 2000;

function short(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Renders a value for people: named fields, joined lists. */
function valueText(value: Json): string {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(inner).join("; ");
  if (!isJsonObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, field]) => `${name.replaceAll("_", " ")}: ${inner(field)}`)
    .join(", ");
}

function inner(value: Json): string {
  return typeof value === "object" && value !== null ? `(${valueText(value)})` : valueText(value);
}
