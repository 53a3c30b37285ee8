import type { ReactError } from "../contracts/react/plan-react.ts";
import { toolTitle } from "../contracts/api/tool-title.ts";
import { digest, type DigestLanguage, recordsIn } from "../plan/digest.ts";
import { isJsonObject } from "../plan/json.ts";
import { writtenLanguage } from "../plan/written-language.ts";
import type { LoopState, TurnCall } from "./loop-state.ts";

/** The language of the user's own words. */
function languageOf({ request: { goal } }: Pick<LoopState, "request">): DigestLanguage {
  return writtenLanguage(goal.metadata.user_message ?? goal.description) ?? "en";
}

const words = {
  en: {
    none: "Nothing was found.",
    failed: "failed",
    done: "done",
    unfinished: "Not finished.",
    so: "What is known so far:",
  },
  ru: {
    none: "Ничего не найдено.",
    failed: "не удалось",
    done: "готово",
    unfinished: "Не завершено.",
    so: "Что известно к этому моменту:",
  },
} as const;

/** An answer built from observations, stating only what tools returned. */
export function renderFindings(state: LoopState): string {
  const language = languageOf(state);
  const lines = state.turns.flatMap(({ calls }) => calls).map((call) => lineOf(call, state));
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

function lineOf({ tool, observation }: TurnCall, state: LoopState): string {
  const language = languageOf(state);
  const title = toolTitle(tool);
  if (observation === undefined) return `${title}: …`;
  if (!observation.ok) return `${title}: ${words[language].failed} (${observation.error.message})`;
  const { output } = observation;
  const text = digest(output, { now: state.startedAt, language });
  // Fields and records name themselves; a single value does not.
  const isNamed = isJsonObject(output) || recordsIn(output) !== undefined;
  return isNamed && text !== "" ? text : `${title}: ${text || words[language].done}`;
}
