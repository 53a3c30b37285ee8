import type { Issue } from "../../plan/issue.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import { nearest } from "../../plan/nearest.ts";
import { atPointer, joinPointer } from "../../plan/pointer.ts";
import type { BoundTool } from "./bind-tools.ts";
import type { ReadyPack } from "./match-packs.ts";
import type { Pack, PackRule } from "./pack.ts";

type CheckedCall = { tool: string; args: JsonObject };

/** What the packs' business rules say against calls, whoever planned them. Pointers lead into the list of calls. */
export function checkRules(
  packs: readonly ReadyPack[],
  calls: readonly CheckedCall[],
  locale: "en" | "ru" = "en",
): Issue[] {
  return packs.flatMap(({ pack, tools }) =>
    pack.rules.flatMap((rule) => {
      const bound = tools.get(rule.tool);
      return calls.flatMap((call, at) =>
        bound?.tool === call.tool ? issuesOf({ pack, rule, bound, locale }, call, joinPointer("", at, "args")) : [],
      );
    }),
  );
}

type Case = { pack: Pack; rule: PackRule; bound: BoundTool; locale: "en" | "ru" };

function issuesOf({ pack, rule, bound, locale }: Case, call: CheckedCall, args: string): Issue[] {
  const [head = "", ...rest] = rule.param.split(".");
  const path = [bound.params.get(head) ?? head, ...rest];
  const value = atPointer(call.args, joinPointer("", ...path));
  const issue = (code: Issue["code"], hint?: string): Issue => ({
    code,
    pointer: joinPointer(args, ...path),
    message: rule.message[locale] ?? rule.message.en ?? rule.message.ru ?? rule.id,
    ...(hint === undefined ? {} : { hint }),
  });
  if (value === undefined || value === null || value === "") return rule.required ? [issue("MISSING_FIELD")] : [];
  // What an earlier step will give is checked when it is there.
  if (typeof value === "string" && value.includes("{{")) return [];
  if (rule.entity !== undefined && !valuesOf(pack, rule.entity).some((known) => known === value))
    return [issue("INVALID_VALUE", suggestion(pack, rule.entity, value))];
  const low = rule.at_least !== undefined && !(typeof value === "number" && value >= rule.at_least);
  const high = rule.at_most !== undefined && !(typeof value === "number" && value <= rule.at_most);
  return low || high ? [issue("OUT_OF_RANGE")] : [];
}

function valuesOf(pack: Pack, entity: string): Json[] {
  return pack.entities[entity]?.values.flatMap(({ is, says }) => (is === undefined ? says : [is])) ?? [];
}

/** The value that was meant, also by another of its names. */
function suggestion(pack: Pack, entity: string, value: unknown): string | undefined {
  const names = new Map<string, string>();
  for (const { is, says } of pack.entities[entity]?.values ?? [])
    for (const name of typeof is === "string" ? [...says, is] : says)
      names.set(name, typeof is === "string" ? is : name);
  const meant = names.get(nearest(String(value), names.keys()) ?? "");
  return meant === undefined ? undefined : `Did you mean "${meant}"?`;
}
