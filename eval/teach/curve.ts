import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Json, JsonObject } from "../../src/plan/json.ts";
import { isJsonObject } from "../../src/plan/json.ts";
import { isAccepted } from "../../src/planners/eval/accept.ts";
import { EvalCase } from "../../src/planners/eval/eval-case.ts";
import { scoreCase } from "../../src/planners/eval/score.ts";
import { type Prediction, toPrediction } from "../../src/planners/eval/prediction.ts";
import { createBook, toRule } from "../../src/planners/lessons/book.ts";
import { derive } from "../../src/planners/lessons/derive.ts";
import type { Lesson } from "../../src/planners/lessons/lesson.ts";
import { widen } from "../../src/planners/lessons/widen.ts";
import { readManifest } from "../../src/planners/manifest.ts";
import { createPlanning } from "../../src/runtime/planning/planning.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import type { TaughtRules } from "../../src/ports/planner.ts";
import type { ToolSpec } from "../../src/plan/tool-spec.ts";

const now = "2026-03-04T10:00:00Z";
const planning = createPlanning({ clock: systemClock });

export function readCases(file: string): EvalCase[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => {
      // A few cases of the sets list no calls.
      const { success, data } = EvalCase.safeParse(JSON.parse(line));
      return success ? [data] : [];
    });
}

const toolboxes = new Map<string, readonly ToolSpec[]>();

/** Cases that share a manifest share the toolbox, as a service does. */
export function toolsOf({ tools = [] }: EvalCase): readonly ToolSpec[] {
  const key = JSON.stringify(tools);
  const known = toolboxes.get(key) ?? readManifest(tools).tools;
  toolboxes.set(key, known);
  return known;
}

/** The lesson a person would give with the case: its text, and the first accepted value of every argument. */
export function lessonFrom(one: EvalCase, at: number): Lesson | undefined {
  const { expect } = one;
  if (expect.kind !== "calls") return undefined;
  const context = (one.history ?? []).filter(({ role }) => role === "system").map(({ content }) => parsed(content));
  return {
    id: `case${String(at).padStart(6, "0")}`,
    request: one.query,
    steps: expect.calls.map(({ tool, args, id }, step) => ({
      id: id ?? `s${step + 1}`,
      tool,
      args: Object.fromEntries(
        Object.entries(args).flatMap(([param, [value]]) => (value === undefined ? [] : [[param, plain(value)]])),
      ),
      dependsOn: [],
    })),
    fixed: ["*"],
    context: Object.assign({}, ...context),
    now: one.now ?? now,
    zone: one.zone ?? "UTC",
    taughtBy: "eval",
    taughtAt: now,
    source: "written",
  };
}

function parsed(content: string): JsonObject {
  try {
    const value: unknown = JSON.parse(content);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Accepted values of nested objects become one object. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  if (!isJsonObject(value["$fields"])) return value;
  return Object.fromEntries(
    Object.entries(value["$fields"]).flatMap(([key, accepted]) =>
      Array.isArray(accepted) && accepted[0] !== undefined ? [[key, plain(accepted[0])]] : [],
    ),
  );
}

export function teach(lessons: readonly { lesson: Lesson; toolbox: readonly ToolSpec[] }[]): TaughtRules {
  return createBook(widen(lessons.map(({ lesson, toolbox }) => derive(lesson, toolbox))).map(toRule));
}

/** Best guesses, or only what would be served. */
export async function predict(
  one: EvalCase,
  taught?: TaughtRules,
  mode: "guess" | "served" = "guess",
): Promise<Prediction> {
  const answer = await planning.plan("grammar", {
    agentId: "eval",
    goal: one.query,
    toolbox: toolsOf(one),
    surface: "calls",
    now: one.now ?? now,
    zone: one.zone ?? "UTC",
    ...(mode === "guess" && { account: "report" as const }),
    ...(one.history !== undefined && { history: one.history }),
    ...(taught !== undefined && { taught }),
  });
  return toPrediction(one.id, answer);
}

export type Tally = { cases: number; intent: number; right: number; hit: number; said: number; gold: number };

export const emptyTally = (): Tally => ({ cases: 0, intent: 0, right: 0, hit: 0, said: 0, gold: 0 });

/** Counts the right tool, everything right, and each parameter. */
export function count(tally: Tally, one: EvalCase, prediction: Prediction): { tools: boolean; right: boolean } {
  const score = scoreCase(one, prediction);
  tally.cases += 1;
  tally.intent += Number(score.tools);
  tally.right += Number(score.right);
  const wanted = one.expect.kind === "calls" ? one.expect.calls : [];
  const free = [...prediction.calls];
  for (const { tool, args } of wanted) {
    const params = Object.entries(args).filter(([, accepted]) => accepted.length > 0);
    tally.gold += params.length;
    const at = free.findIndex((call) => call.tool === tool);
    const call = at < 0 ? undefined : free.splice(at, 1)[0];
    if (call === undefined) continue;
    tally.said += Object.keys(call.args).length;
    for (const [param, accepted] of params) {
      const value = call.args[param];
      if (value !== undefined && isAccepted(value, accepted, new Map())) tally.hit += 1;
    }
  }
  for (const call of free) tally.said += Object.keys(call.args).length;
  return score;
}

export function f1({ hit, said, gold }: Tally): number {
  return said + gold === 0 ? 0 : (200 * hit) / (said + gold);
}

/** A small seeded generator: the same seed gives the same choice of lessons everywhere. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const rows = [...items];
  for (let i = rows.length - 1; i > 0; i -= 1) {
    const j = Math.floor(next() * (i + 1));
    const [a, b] = [rows[i], rows[j]];
    if (a !== undefined && b !== undefined) [rows[i], rows[j]] = [b, a];
  }
  return rows;
}
