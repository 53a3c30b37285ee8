import type { BusinessRule } from "../../contracts/actions/business-rule.ts";
import type { ToolAction } from "../../contracts/actions/plan.ts";
import { canonicalText } from "../../plan/canonical.ts";
import type { Issue } from "../../plan/issue.ts";
import { jsonIssue } from "../../plan/json-issue.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import { nearest } from "../../plan/nearest.ts";
import { atPointer, escapeToken } from "../../plan/pointer.ts";
import { names } from "./rules.ts";

/** Rule 5's second half: a stage that exists, a team that is configured, attributes that must be there. */
export function businessIssues(actions: readonly ToolAction[], rules: readonly BusinessRule[]): Issue[] {
  return actions.flatMap(({ tool_slug: tool, args }, at) =>
    rules
      .filter((rule) => names([rule.tool], tool))
      .flatMap((rule) => [...missing(rule, args), ...strange(rule, args)])
      .map((issue) => ({ ...issue, pointer: `/actions/${at}/args${issue.pointer}` })),
  );
}

/** An argument's place: a name stands for itself. */
export function placeOf(argument: string): string {
  return argument.startsWith("/") ? argument : `/${escapeToken(argument)}`;
}

/** The argument at a name or pointer. */
export function argAt(args: JsonObject, argument: string): Json | undefined {
  return atPointer(args, placeOf(argument)) as Json | undefined; // what stands in JSON is JSON
}

function missing({ required }: BusinessRule, args: JsonObject): Issue[] {
  return required
    .filter((argument) => isBlank(argAt(args, argument)))
    .map((argument) =>
      jsonIssue("INVALID_ARGUMENTS", placeOf(argument), {
        message: `"${argument}" is required here`,
        hint: `Say what "${argument}" is.`,
      }),
    );
}

function isBlank(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function strange({ one_of }: BusinessRule, args: JsonObject): Issue[] {
  return Object.entries(one_of).flatMap(([argument, values]) => {
    const value = argAt(args, argument);
    if (value === undefined) return [];
    if (values.length === 0) return [notConfigured(argument)];
    if (values.some((one) => canonicalText(one) === canonicalText(value))) return [];
    return [noSuchValue(argument, value, values)];
  });
}

function notConfigured(argument: string): Issue {
  return {
    code: "CONFIG_MISSING",
    pointer: placeOf(argument),
    message: `no "${argument}" is configured`,
    hint: `List the values of "${argument}" in the configuration.`,
  };
}

const shownValues = 12;

function noSuchValue(argument: string, value: Json, values: readonly Json[]): Issue {
  const words = values.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  const close = typeof value === "string" ? nearest(value, words) : undefined;
  const all = `There are ${words.slice(0, shownValues).join(", ")}${words.length > shownValues ? " …" : ""}.`;
  return jsonIssue("INVALID_ARGUMENTS", placeOf(argument), {
    message: `there is no ${argument} ${JSON.stringify(value)}`,
    hint: close === undefined ? all : `Did you mean "${close}"? ${all}`,
  });
}
