import { languages } from "../../../language/languages.ts";
import { hasRole } from "../../../language/words/roles.ts";
import type { Iteration } from "../../../plan/step.ts";
import type { Draft } from "../choose/draft.ts";
import type { Sheet } from "../fill/sheet.ts";
import type { ParamProfile } from "../profile/param-profile.ts";
import { type ListOutput, listsOf } from "./outputs.ts";
import { superlativeIn } from "./superlatives.ts";

/** A step over the elements of an earlier list: which parameters take which field of an element. */
type Loop = { call: number; forEach: Iteration; args: ReadonlyMap<number, string> };

/** "each", "all of them", "the cheapest": the call runs over what an earlier one found. */
export function loopOf(sheet: Sheet, drafts: readonly Draft[], at: number): Loop | undefined {
  const draft = drafts[at];
  if (draft === undefined) return undefined;
  for (let call = at - 1; call >= 0; call -= 1) {
    const earlier = drafts[call];
    if (earlier === undefined || earlier.tool === draft.tool) continue;
    for (const list of listsOf(earlier.tool.spec)) {
      const args = elementArgs(draft, list);
      const best = superlativeIn(sheet, draft.range, list);
      if (args.size === 0 || (best === undefined && !speaksOfAll(sheet, draft, list))) continue;
      const over = `{{c${call + 1}${list.path === "" ? "" : `.${list.path}`}}}`;
      return { call, args, forEach: { over, as: "item", where: [], limit: 100, ...best } };
    }
  }
  return undefined;
}

/** Required parameters without a literal value that an element can give. */
function elementArgs(draft: Draft, list: ListOutput): Map<number, string> {
  const args = new Map<number, string>();
  for (const [i, param] of draft.fill.offers.params.entries()) {
    const own = draft.fill.chosen.get(i);
    const literal = own !== undefined && own.kind !== "phrase" && own.kind !== "list";
    if (!param.required || literal) continue;
    const field = elementField(param, list);
    if (field !== undefined) args.set(i, field);
  }
  return args;
}

/** The field of the same name; the element's own id for `<thing>_id`; the element itself where it is a plain value. */
function elementField(param: ParamProfile, list: ListOutput): string | undefined {
  const wanted = param.nameStems.join(" ");
  if (list.fields.length === 0) return list.element === "any" || list.element === param.type ? "{{item}}" : undefined;
  const same =
    list.fields.find((field) => field.stems.join(" ") === wanted) ??
    list.fields.find(
      (field) =>
        field.stems.length > 0 &&
        field.stems.every((stem) => param.nameStems.includes(stem)) &&
        (field.name !== "id" || list.nameStems.some((stem) => param.nameStems.includes(stem))),
    );
  return same === undefined ? undefined : `{{item.${same.name}}}`;
}

/** A quantifier or plural pronoun, or the list named again. */
function speaksOfAll(sheet: Sheet, draft: Draft, list: ListOutput): boolean {
  return sheet.reading.tokens
    .slice(draft.range.from, draft.range.to)
    .some(
      (token) =>
        languages[token.lang].quantifiers.has(token.lower) ||
        hasRole(token.lower, "things") ||
        (list.nameStems.includes(token.stem) && token.lower.endsWith("s")),
    );
}
