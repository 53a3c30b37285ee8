import type { BusinessRule } from "../../contracts/actions/business-rule.ts";
import type { ActionPlan, Language } from "../../contracts/actions/plan.ts";
import { canonicalText } from "../../plan/canonical.ts";
import type { Issue } from "../../plan/issue.ts";
import { createIssue } from "../../plan/create-issue.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import { nearest } from "../../plan/nearest.ts";
import { atPointer, escapeToken } from "../../plan/pointer.ts";
import { matchesTool } from "./rules.ts";

/** The second half of rule 5: an existing stage, a configured team, required attributes. */
export function businessIssues(
  { actions, language }: Pick<ActionPlan, "actions" | "language">,
  rules: readonly BusinessRule[],
): Issue[] {
  const say = ruleTexts[language];
  return actions.flatMap(({ tool_slug: tool, args }, at) =>
    rules
      .filter((rule) => matchesTool([rule.tool], tool))
      .flatMap((rule) => [...missingArguments(rule, args, say), ...valueIssues(rule, args, say)])
      .map((issue) => ({ ...issue, pointer: `/actions/${at}/args${issue.pointer}` })),
  );
}

/** The JSON pointer of an argument given as a name or a pointer. */
function argumentPointer(argument: string): string {
  return argument.startsWith("/") ? argument : `/${escapeToken(argument)}`;
}

/** The argument at a name or pointer. */
function argumentAt(args: JsonObject, argument: string): Json | undefined {
  return atPointer(args, argumentPointer(argument));
}

/** Texts in the plan's language. */
const ruleTexts = {
  en: {
    required: (argument: string) => [`"${argument}" is required here`, `Say what "${argument}" is.`],
    unset: (argument: string) => [
      `no "${argument}" is configured`,
      `List the values of "${argument}" in the configuration.`,
    ],
    unknownValues: (argument: string, value: string) => `there is no ${argument} ${value}`,
    meant: (value: string) => `Did you mean "${value}"? `,
    all: (values: string) => `There are ${values}.`,
  },
  ru: {
    required: (argument: string) => [`не хватает «${argument}»`, `Скажите, что такое «${argument}».`],
    unset: (argument: string) => [`«${argument}» не настроено`, `Перечислите значения «${argument}» в настройках.`],
    unknownValues: (argument: string, value: string) => `значения ${value} у «${argument}» нет`,
    meant: (value: string) => `Может быть, «${value}»? `,
    all: (values: string) => `Есть: ${values}.`,
  },
} as const;
type RuleTexts = (typeof ruleTexts)[Language];

function missingArguments({ required }: BusinessRule, args: JsonObject, say: RuleTexts): Issue[] {
  return required
    .filter((argument) => isBlank(argumentAt(args, argument)))
    .map((argument) => {
      const [message = "", hint = ""] = say.required(displayName(argument));
      return createIssue("INVALID_ARGUMENTS", argumentPointer(argument), { message, hint });
    });
}

/** The last segment of the pointer, as people name the argument. */
function displayName(argument: string): string {
  return argument.split("/").at(-1) ?? argument;
}

function isBlank(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function valueIssues({ one_of }: BusinessRule, args: JsonObject, say: RuleTexts): Issue[] {
  return Object.entries(one_of).flatMap(([argument, values]) => {
    const value = argumentAt(args, argument);
    if (value === undefined || values.some((one) => canonicalText(one) === canonicalText(value))) return [];
    return [values.length === 0 ? notConfigured(argument, say) : noSuchValue(argument, { value, values }, say)];
  });
}

function notConfigured(argument: string, say: RuleTexts): Issue {
  const [message = "", hint = ""] = say.unset(displayName(argument));
  return { code: "CONFIG_MISSING", pointer: argumentPointer(argument), message, hint };
}

const maxListedValues = 12;

function noSuchValue(
  argument: string,
  { value, values }: { value: Json; values: readonly Json[] },
  say: RuleTexts,
): Issue {
  const texts = values.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  const close = typeof value === "string" ? nearest(value, texts) : undefined;
  const all = say.all(`${texts.slice(0, maxListedValues).join(", ")}${texts.length > maxListedValues ? " …" : ""}`);
  return createIssue("INVALID_ARGUMENTS", argumentPointer(argument), {
    message: say.unknownValues(displayName(argument), JSON.stringify(value)),
    hint: close === undefined ? all : `${say.meant(close)}${all}`,
  });
}
