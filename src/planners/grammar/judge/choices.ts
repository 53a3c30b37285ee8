import { hasRole } from "../../../language/words/roles.ts";
import { plain } from "../profile/plain.ts";
import type { Sheet } from "../fill/sheet.ts";
import type { Draft } from "../choose/draft.ts";
import type { MissingParameter } from "../goal.ts";
import type { ParamProfile } from "../profile/param-profile.ts";

const most = 10;

/** What to ask for a parameter, with the values it can take where they are few, or those the goal could have meant. */
export function ask(draft: Draft, path: readonly string[]): MissingParameter {
  const at = draft.fill.offers.params.findIndex((param) => param.path.join(".") === path.join("."));
  const param = draft.fill.offers.params[at];
  const bad = draft.fill.chosen.get(at)?.bad === true;
  return {
    tool: draft.tool.spec.name,
    param: path.join("."),
    choices: param === undefined ? [] : choicesOf(draft, param, at),
    why: bad ? "bad" : draft.fill.chosen.has(at) ? "doubtful" : "absent",
  };
}

const sure = 0.9;

/** Required values that are a mere guess: words that stand near and have no better place. They are asked about where something is asked anyway. */
export function doubtful(sheet: Sheet, draft: Draft): (readonly string[])[] {
  return draft.fill.offers.params.flatMap((param, i) => {
    const scored = draft.fill.chosen.get(i);
    const guess =
      param.required &&
      scored?.kind === "phrase" &&
      scored.start >= 0 &&
      scored.score < sure &&
      !isObject(sheet, scored.start);
    return guess ? [param.path] : [];
  });
}

/** "switch the lamp": what the verb is about. */
function isObject({ reading: { tokens, marks } }: Sheet, start: number): boolean {
  const before = hasRole(tokens[start - 1]?.lower ?? "", "definite") ? start - 2 : start - 1;
  return marks.verbs[before] === true;
}

function choicesOf(draft: Draft, param: ParamProfile, at: number): string[] {
  const options = (param.item ?? param).options;
  if (options.length > 0) return options.slice(0, most).map((option) => plain(option.value));
  if (param.type === "boolean") return ["true", "false"];
  const meant = (draft.fill.offers.offered[at] ?? []).filter(
    (scored) =>
      scored.bad !== true && scored.score > 0 && (typeof scored.value === "string" || typeof scored.value === "number"),
  );
  return [...new Set(meant.slice(0, 3).map((scored) => plain(scored.value)))];
}
