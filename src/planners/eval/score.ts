import { compact } from "../../plan/compact.ts";
import { type CallIds, isAccepted } from "./accept.ts";
import type { EvalCase, ExpectedCall } from "./eval-case.ts";
import type { PredictedCall, Prediction } from "./prediction.ts";

export type Score = {
  id: string;
  set: string;
  category: string;
  /** The kind of answer is right: calls, a question or none. */
  outcome: boolean;
  /** The right tools, each the right number of times; true if none was expected and none was called. */
  tools: boolean;
  /** Everything is right. */
  right: boolean;
  ms?: number;
};

/** Scores one prediction; a missing one is wrong. */
export function scoreCase(wanted: EvalCase, prediction: Prediction | undefined): Score {
  const { id, set, category, expect } = wanted;
  const row = { id, set, category, ...compact({ ms: prediction?.ms }) };
  if (prediction === undefined) return { ...row, outcome: false, tools: false, right: false };
  const { outcome, calls } = prediction;
  switch (expect.kind) {
    case "none":
      return { ...row, outcome: outcome === "none", tools: calls.length === 0, right: outcome === "none" };
    case "clarify": {
      const asked = outcome === "clarify";
      return { ...row, outcome: asked, tools: calls.length === 0, right: asked && namesAll(expect, prediction) };
    }
    case "calls": {
      const ways = [expect.calls, ...expect.alternatives];
      const tools = outcome === "plan" && ways.some((way) => sameTools(way, calls));
      const right = tools && ways.some((way) => sameCalls(way, calls, expect.order === "strict"));
      return { ...row, outcome: outcome === "plan", tools, right };
    }
    default:
      return expect satisfies never;
  }
}

function namesAll(
  expect: Extract<EvalCase["expect"], { kind: "clarify" }>,
  { missing, bad = [] }: Prediction,
): boolean {
  const named = new Set(missing.flatMap((param) => [folded(param), folded(lastPart(param))]));
  const values = new Set(bad.map(folded));
  const allNamed = expect.missing.every((param) => named.has(folded(lastPart(param))));
  return allNamed || (expect.bad.length > 0 && expect.bad.every((value) => values.has(folded(value))));
}

function lastPart(param: string): string {
  return param.split(/[.[\]/]+/u).findLast((part) => part !== "") ?? param;
}

function folded(text: string): string {
  return text.replaceAll(/[\s,./\-_*^]/gu, "").toLowerCase();
}

function sameTools(wanted: readonly ExpectedCall[], calls: readonly PredictedCall[]): boolean {
  const names = (rows: readonly { tool: string }[]): string =>
    rows
      .map(({ tool }) => tool)
      .toSorted()
      .join("\n");
  return names(wanted) === names(calls);
}

/** Pairs the calls one to one, so that every pair matches and references follow the pairing. */
function sameCalls(wanted: readonly ExpectedCall[], calls: readonly PredictedCall[], strict: boolean): boolean {
  const pair = (at: number, free: readonly PredictedCall[], ids: CallIds): boolean => {
    const next = wanted[at];
    if (next === undefined) return free.length === 0;
    const candidates = strict ? free.slice(0, 1) : free;
    return candidates.some((call) => {
      if (!fits(call, next, ids)) return false;
      const named = new Map(ids).set(call.id, next.id ?? "");
      return pair(
        at + 1,
        free.filter((other) => other !== call),
        named,
      );
    });
  };
  return pair(0, calls, new Map());
}

function fits(call: PredictedCall, wanted: ExpectedCall, ids: CallIds): boolean {
  if (call.tool !== wanted.tool) return false;
  const known = Object.keys(call.args).every((name) => Object.hasOwn(wanted.args, name));
  const free = new Set(wanted.optional);
  return (
    known &&
    Object.entries(wanted.args).every(([name, accepted]) => {
      const value = call.args[name];
      if (value === undefined) return free.has(name) || accepted.length === 0;
      return isAccepted(value, accepted, ids);
    })
  );
}
