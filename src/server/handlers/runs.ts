import type { runsRoutes } from "../../contracts/api/routes/runs.ts";
import { withPlannerNote } from "../../runtime/planning/planning.ts";
import { type RunDiff, RunEnvelope } from "../../contracts/api/run.ts";
import { compact } from "../../plan/compact.ts";
import { type ErrorCode, PlanwrightError } from "../../contracts/errors.ts";
import type { Priority } from "../../contracts/priority.ts";
import { instantOf } from "../../contracts/timestamp.ts";
import type { CheckResult } from "../../plan/check-result.ts";
import { asJsonObject, type JsonObject, toJson } from "../../plan/json.ts";
import { parseWith } from "../../plan/parse.ts";
import type { Plan } from "../../plan/plan.ts";
import { structureHash } from "../../plan/structure-hash.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { guessForm, readPlan } from "../../runtime/planning/read-plan.ts";
import { runAnswer } from "../../runs/run-answer.ts";
import { toolSpecOf } from "../../tools/tool-spec-of.ts";
import type { Handlers, HandlersOf } from "../http/exchange.ts";
import { rememberSession, runEvents, sessionStepEvents } from "./run-events.ts";
import { listRuns } from "./run-row.ts";
import { toEffectView, toEscalation, toRunView, withChanges } from "./run-view.ts";
import { type Difference, diffJson } from "../../plan/diff.ts";
import { diffPlans } from "../../plan/plan-diff.ts";

export function runHandlers(planwright: Planwright): HandlersOf<typeof runsRoutes> {
  const { runs, store, verbs } = planwright;
  return {
    startRun: startRun(planwright),
    previewRun: previewRun(planwright),
    listRuns: listRuns(planwright),
    getRun: async ({ params: { id }, principal: { tenant }, signal }) => {
      const view = await runs.view({ tenant, runId: id });
      if (view === undefined) throw new PlanwrightError("NOT_FOUND", { message: `There is no run ${id}.` });
      return {
        run: toRunView(view.run),
        answer: runAnswer(view.rows) ?? null,
        plan: asJsonObject(view.plan),
        structure_hash: structureHash(view.plan),
        results: [...view.rows, view.meta],
        effects: (await store.effects(tenant, id)).map(toEffectView),
        escalations: await Promise.all(view.waits.map((wait) => withChanges(verbs, wait, signal))),
      };
    },
    diffRuns: diffRuns(runs),
    stepInputs: async ({ params: { id, step }, principal: { tenant } }) => {
      const known = await runs.stepInputs({ tenant, runId: id, step });
      if (known === undefined)
        throw new PlanwrightError("NOT_FOUND", { message: `There is no step ${step} in ${id}.` });
      const inputs = known.inputs.map(({ item = null, args = null }) => ({ item, args }));
      return { step_id: step, tool: known.tool, inputs };
    },
    cancelRun: async ({ params: { id }, body: { reason }, principal: { tenant, name } }) =>
      toRunView(found(await runs.cancel({ tenant, runId: id }, { by: name, reason }))),
    signalRun: async ({ params: { id }, body, principal: { tenant, name } }) => {
      const wait = await store.wait(tenant, body.escalation_id);
      if (wait?.runId !== id) throw new PlanwrightError("NOT_FOUND", { message: `Run ${id} does not ask this.` });
      return toEscalation(found(await runs.decide({ tenant, waitId: wait.id }, body.decision, name)));
    },
    rerun: async ({ params: { id }, body: { from_step, args }, principal: { tenant, name }, idempotencyKey }) => {
      const given = compact({ args, idempotencyKey });
      return toRunView(found(await runs.rerun({ tenant, runId: id, fromStep: from_step, ...given, caller: name })));
    },
    runEvents: runEvents(planwright),
    sessionStepEvents: sessionStepEvents(planwright),
    listEscalations: async ({ principal: { tenant }, query: { assignee }, signal }) => {
      const open = await runs.waits(tenant);
      const waits = open.filter(({ followUp }) => assignee === undefined || followUp?.assignee === assignee);
      return { escalations: await Promise.all(waits.map((wait) => withChanges(verbs, wait, signal))) };
    },
    decideEscalation: async ({ params: { id }, body, principal: { tenant, name } }) =>
      toEscalation(found(await runs.decide({ tenant, waitId: id }, body, name))),
    assignEscalation: async ({ params: { id }, body, principal: { tenant, name } }) =>
      toEscalation(found(await runs.assign({ tenant, waitId: id }, { ...body, by: name }))),
    replay: async ({ body: { run_id: runId, mode }, principal: { tenant, name }, idempotencyKey, signal }) => {
      const key = idempotencyKey === undefined ? {} : { idempotencyKey };
      const report = found(await runs.replay({ tenant, runId, mode, caller: name, signal, ...key }));
      return withPlannerNote(report, planwright.planning.list());
    },
  };
}

function planIn({ verbs }: Planwright, envelope: Envelope, tenant: string): Plan {
  const toolbox = createToolbox(verbs.list(tenant).map(toolSpecOf));
  return runnable(readPlan(envelope.document, guessForm(envelope.document), toolbox), envelope);
}

function previewRun(planwright: Planwright): Handlers["previewRun"] {
  return async ({ body, principal: { tenant, name: caller }, signal }) => {
    const envelope = openEnvelope(body);
    const plan = planIn(planwright, envelope, tenant);
    return runnable(await planwright.runs.preview({ tenant, caller, plan, signal }), envelope);
  };
}

function startRun(planwright: Planwright): Handlers["startRun"] {
  return async ({ body, query, principal, idempotencyKey }) => {
    const { tenant, name: caller } = principal;
    const envelope = openEnvelope(body);
    const { text, runAt: at, priority } = envelope;
    const read = planIn(planwright, envelope, tenant);
    const plan = text === undefined ? read : { ...read, request: { ...read.request, text } };
    const repeat = query.repeat === "true";
    const inTransaction = rememberSession(plan);
    const runAt = at === undefined ? undefined : instantOf(at);
    const request = { tenant, plan, caller, repeat, ...compact({ idempotencyKey, inTransaction, runAt, priority }) };
    return toRunView(runnable(await planwright.runs.create(request), envelope));
  };
}

/** `pointer` is the position of the plan in the body. */
type Envelope = { document: JsonObject; pointer: string; text?: string; runAt?: string; priority?: Priority };

/** The plan, the request that came with it, when it starts, and its priority. A planner's whole answer is no envelope. */
function openEnvelope(body: RunEnvelope | JsonObject): Envelope {
  const isEnvelope = "run_at" in body || ("plan" in body && !("deterministic" in body));
  if (!isEnvelope) return { document: asJsonObject(body), pointer: "" };
  const envelope = parseWith(RunEnvelope, body);
  if (!envelope.ok) throw new PlanwrightError("INVALID_INPUT", { issues: envelope.issues });
  const { plan: document, request: text, run_at: runAt, priority } = envelope.value;
  return { document, pointer: "/plan", ...compact({ text, runAt, priority }) };
}

function runnable<T>(checked: CheckResult<T>, { document, pointer }: Envelope): T {
  if (checked.ok) return checked.value;
  const isService = guessForm(document) === "service";
  const issues = checked.issues.map((issue) => {
    // Contract 1 has the fields of a lookup in its payload.
    const place = isService
      ? issue.pointer.replace(/^(\/steps\/\d+)(?=\/(?:query|filters)$)/, "$1/payload")
      : issue.pointer;
    return { ...issue, pointer: `${pointer}${place}` };
  });
  throw new PlanwrightError("INVALID_PLAN", { issues });
}

/** Converts refusals of runs to problems. */
const problems: Readonly<Record<string, ErrorCode>> = {
  RUN_NOT_FOUND: "NOT_FOUND",
  WAIT_NOT_FOUND: "NOT_FOUND",
  STEP_NOT_FOUND: "INVALID_INPUT",
  RUN_ENDED: "RUN_FINISHED",
  RUN_NOT_ENDED: "CONFLICT",
  OUTCOME_UNKNOWN: "CONFLICT",
  WAIT_NOT_OPEN: "CONFLICT",
  CHOICE_NOT_OFFERED: "INVALID_INPUT",
  NOT_AN_APPROVER: "FORBIDDEN",
};

function found<T>(checked: CheckResult<T>): T {
  if (checked.ok) return checked.value;
  const [first] = checked.issues;
  const code = problems[first?.code ?? ""] ?? "INVALID_INPUT";
  throw new PlanwrightError(code, { ...compact({ message: first?.message }), issues: checked.issues });
}

/** Compares two runs: their plans without variable fields, then the result of each step. */
function diffRuns(runs: Planwright["runs"]): Handlers["diffRuns"] {
  return async ({ params: { id, other }, principal: { tenant } }) => {
    const [before, after] = await Promise.all(
      [id, other].map(async (runId) => {
        const view = await runs.view({ tenant, runId });
        if (view === undefined) throw new PlanwrightError("NOT_FOUND", { message: `There is no run ${runId}.` });
        return { plan: toJson(view.plan), results: toJson(view.rows) };
      }),
    );
    const plans = diffPlans(before?.plan ?? null, after?.plan ?? null);
    const results = diffJson(before?.results ?? null, after?.results ?? null);
    const differences = [...plans.map((one) => toRow("plan", one)), ...results.map((one) => toRow("results", one))];
    return { run_id: id, other_id: other, differences };
  };
}

function toRow(part: "plan" | "results", difference: Difference): RunDiff["differences"][number] {
  return { part, ...difference };
}
