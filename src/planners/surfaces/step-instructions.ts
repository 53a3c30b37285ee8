import { compact } from "../../plan/compact.ts";
import {
  echoRequest,
  instructionWords,
  neededEffect,
  repeatsResult,
  stepDependsOn,
  stepSubject,
  stepUses,
} from "../../language/requests/step-patterns.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import { objectiveOf, toolsNamed } from "./structured-goal.ts";

/** What a request says about one numbered step: "step_2 uses echo_tool and depends on step_1". */
export type StepInstruction = { step: number; asked: string; tool?: string; dependsOn: number[]; args?: JsonObject };

/** The instructions about numbered steps, in the order of their numbers; empty where there are none. */
export function stepInstructions(goal: string): StepInstruction[] {
  const subjects = [...goal.matchAll(stepSubject)];
  const found = new Map<number, StepInstruction>();
  for (const [at, match] of subjects.entries()) {
    const step = Number(match[1]);
    const text = goal.slice(match.index + match[0].length, subjects[at + 1]?.index ?? goal.length);
    const said = readInstruction(step, text.replace(/^[\s:=-]+/, "").replace(/[\s.,;]+$/, ""));
    const before = found.get(step);
    const deps = [...(before?.dependsOn ?? []), ...said.dependsOn];
    found.set(step, { ...before, ...said, dependsOn: [...new Set(deps)] });
  }
  return [...found.values()].toSorted((a, b) => a.step - b.step);
}

function readInstruction(step: number, asked: string): StepInstruction {
  const tool = stepUses.exec(asked)?.[1] ?? /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w.@-])/.exec(asked)?.[0];
  const dependencies = stepDependsOn.exec(asked)?.[1]?.match(/\d+/g) ?? [];
  const args = explicitArguments(asked);
  return {
    step,
    asked,
    dependsOn: dependencies.map(Number),
    ...compact({ tool, args }),
  };
}

/** Arguments written out in a request: `{text: hi}` or `text="hi"`. Undefined where there are none. */
export function explicitArguments(clause: string): JsonObject | undefined {
  const braces = /\{([^{}]*)\}/u.exec(clause);
  if (braces !== null) return looseObject(braces[0], braces[1] ?? "");
  const pairs = [...clause.matchAll(/(?<![\w$])([A-Za-z_]\w*)\s*=\s*("[^"]*"|'[^']*'|[^\s,;]+)/gu)];
  if (pairs.length === 0) return undefined;
  return Object.fromEntries(pairs.map(([, key = "", value = ""]) => [key, literal(value)]));
}

function looseObject(text: string, inside: string): JsonObject {
  try {
    return JSON.parse(text);
  } catch {
    const pairs = inside.split(",").map((pair) => /^\s*["']?([\w.-]+)["']?\s*[:=]\s*(.*?)\s*$/u.exec(pair));
    return Object.fromEntries(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1], literal(pair[2] ?? "")]])));
  }
}

function literal(text: string): Json {
  const quoted = /^(["'])(.*)\1$/u.exec(text);
  if (quoted !== null) return quoted[2] ?? "";
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text)) return Number(text);
  return text === "true" ? true : text === "false" ? false : text === "null" ? null : text;
}

/** The tool that a clause needs without naming it: "send an email to Ann" needs `send_email`. */
export function neededTool(clause: string): string | undefined {
  const match = neededEffect.exec(clause);
  if (match === null) return undefined;
  return [match[1], match[2]]
    .filter((word) => word !== undefined && word !== "")
    .join("_")
    .toLowerCase();
}

/** Whether a clause asks to echo the result of the one before it. */
export function repeatsPrevious(clause: string): boolean {
  return repeatsResult.test(clause.trim());
}

/** The text of "use echo_tool to print hello". */
export function echoedText(clause: string): string | undefined {
  return echoRequest.exec(clause.trim())?.[1]?.replace(/^(["'“«])(.*)["'”»]$/u, "$2");
}

/** Whether words only say how to build the plan: its count of steps, and the names of steps and tools, which it follows. */
export function isInstruction({ words, to }: { words: string; to: number }, goal: string): boolean {
  const isOpening = to <= goal.lastIndexOf(objectiveOf(goal));
  return (
    isOpening || instructionWords.test(toolsNamed(words).reduce((rest, name) => rest.replaceAll(name, " "), words))
  );
}
