import type { Question } from "../plan/plan.ts";
import type { PlannerRequest } from "../ports/planner.ts";
import type { MissingParameter } from "./grammar/goal.ts";
import { type Speech, speechOf } from "./speech.ts";

/** One question for each missing or uncertain parameter, in the language of the request. */
export function toQuestions(
  missing: readonly MissingParameter[],
  request: Pick<PlannerRequest, "goal" | "locale">,
): Question[] {
  const speech = speechOf(request);
  return byObject(missing).map((parameter) => ({
    id: `${parameter.tool}.${parameter.param}`,
    question: parameter.ask?.[speech] ?? wording(parameter, speech),
    choices: parameter.choices.map((choice) => ({ label: choice, value: choice })),
    freeTextAllowed: parameter.choices.length === 0,
  }));
}

/** Asks once for an object instead of for each of its fields. */
function byObject(missing: readonly MissingParameter[]): MissingParameter[] {
  const groups = Map.groupBy(missing, ({ tool, param }) => `${tool}\n${param.split(".")[0]}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) return group;
    return [{ tool: first.tool, param: first.param.split(".")[0] ?? first.param, choices: [], why: first.why }];
  });
}

function wording({ tool, param, why, choices }: MissingParameter, speech: Speech): string {
  const words = param.replaceAll(/[_.]+/g, " ");
  // People see what is done, not the id of a tool.
  const deed = tool
    .replaceAll(/[_.-]+/g, " ")
    .trim()
    .toLowerCase();
  const list = choices.length === 0 ? "" : ` (${choices.slice(0, 8).join(", ")})`;
  switch (why) {
    case "absent":
      return speech === "ru" ? `Укажите ${words} для «${deed}»${list}.` : `Which ${words} for “${deed}”${list}?`;
    case "doubtful":
      return speech === "ru"
        ? `Уточните ${words} для «${deed}»${list}.`
        : `Please confirm ${words} for “${deed}”${list}.`;
    case "bad":
      return speech === "ru"
        ? `Значение ${words} не подходит для «${deed}»; укажите другое${list}.`
        : `The value of ${words} is not valid for “${deed}”; which one should it be${list}?`;
    default:
      return why satisfies never;
  }
}
