import { read } from "../../language/reading.ts";
import type { LessonDifference } from "../../contracts/api/lessons.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { TaughtBook } from "../../planners/lessons/book.ts";
import { callText } from "../../planners/lessons/call-text.ts";
import { anyFeature, planTaught } from "../../planners/lessons/plan-taught.ts";
import { isPlannerError, type PlannerAnswer, type PlannerRequest } from "../../ports/planner.ts";
import type { Planning } from "../planning/planning.ts";

/** A request to plan again. For a `standard` one only a write is wrong. */
export type CheckCase = { request: string; from: LessonDifference["from"] | "standard" };

type CheckSetting = {
  planning: Planning;
  toolbox: readonly ToolSpec[];
  now: string;
  zone: string;
  before: TaughtBook;
  after: TaughtBook;
  /** Only requests similar to these rules can change. */
  changed: TaughtBook;
};

export type CheckReport = {
  checked: number;
  differences: LessonDifference[];
  /** Requests that must not write, with what would be planned. */
  unsafe: { request: string; after: string }[];
};

/** Plans requests without and with the new rules, and lists what changes. */
export async function checkLesson(cases: readonly CheckCase[], setting: CheckSetting): Promise<CheckReport> {
  const report: CheckReport = { checked: 0, differences: [], unsafe: [] };
  const { toolbox, now, zone, changed } = setting;
  const reads = new Set(toolbox.filter(({ effect }) => effect === "read").map(({ name }) => name));
  for (const { request, from } of cases) {
    report.checked += 1;
    if (planTaught({ goal: request, toolbox, now, zone, surface: anyFeature }, changed) === undefined) continue;
    const [before, after] = [await answer(request, setting, "before"), await answer(request, setting, "after")];
    const [was, is] = [summary(before), summary(after)];
    if (was === is) continue;
    const writes = !writesIn(before, reads) && writesIn(after, reads);
    if (writes && (from === "standard" || !containsOrder(request, { now, zone })))
      report.unsafe.push({ request, after: is });
    else if (from !== "standard") report.differences.push({ request, from, before: was, after: is });
  }
  return report;
}

async function answer(goal: string, setting: CheckSetting, which: "before" | "after"): Promise<PlannerAnswer> {
  const { planning, toolbox, now, zone } = setting;
  const request: PlannerRequest = { agentId: "teach", goal, toolbox, surface: "runs", now, zone };
  return planning.plan("grammar", { ...request, taught: setting[which] });
}

/** Whether some clause of the request is an order. */
function containsOrder(request: string, setting: { now: string; zone: string }): boolean {
  const { clauses } = read(request, setting);
  const refuses = clauses.some(
    ({ act, polarity }) => act === "forbid" || polarity === "negated" || polarity === "hypothetical",
  );
  return !refuses && !clauses.every(({ act }) => act === "ask");
}

function writesIn(planned: PlannerAnswer, reads: ReadonlySet<string>): boolean {
  if (isPlannerError(planned) || planned.clarification !== undefined) return false;
  return planned.plan.steps.some((step) => step.kind === "tool" && !reads.has(step.tool));
}

/** The comparable result: the calls, a question, or that no tool fits. */
function summary(planned: PlannerAnswer): string {
  if (isPlannerError(planned)) return "not understood";
  if (planned.clarification !== undefined) return `asks: ${planned.plan.questions[0]?.question ?? "?"}`;
  const calls = planned.plan.steps.flatMap((step) => (step.kind === "tool" ? [callText(step)] : []));
  return calls.length === 0 ? "no call" : calls.join(", ");
}
