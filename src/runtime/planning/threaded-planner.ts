import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Pack } from "../../planners/packs/pack.ts";
import { plannerError } from "../../planners/planner-error.ts";
import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import { compileInTurns, costToCompile } from "../../plan/schema-check.ts";
import { maxSchemaCost } from "../../plan/schema-guard.ts";
import type { Planner, PlannerAnswer, PlannerCall, PlannerRequest } from "../../ports/planner.ts";
import type { ThreadAnswer } from "./planner-thread.ts";

/** The arguments of the grammar planner; they are copied to the thread. */
export type GrammarSetup = { packs: readonly Pack[]; without?: string };

/** Larger requests may take longer than 100 ms to plan. */
const maxGoalCharsHere = 1000;
const maxToolsHere = 300;
/** Objects and lists in all schemas; and their number times the characters of the goal. */
const maxPartsHere = 5_000;
const maxProductHere = 4_000_000;
const timeoutMs = 10_000;
const idleMs = 60_000;
const maxWaiting = 32;

/**
 * The grammar planner, with large requests planned in a worker thread: planning is one long computation, and nothing else
 * is served meanwhile. The thread starts with the first large request, plans one at a time, and is stopped when a request
 * is cancelled or takes longer than 10 s.
 */
export function threadedPlanner(planner: Planner, setup: GrammarSetup): Planner {
  const thread = createThread(setup);
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const planHere = async (request: PlannerRequest, call: PlannerCall): Promise<PlannerAnswer> => {
    const schemas = request.toolbox.map(({ inputSchema }) => inputSchema);
    if (costToCompile(schemas) > maxSchemaCost) await compileInTurns(schemas);
    return planner.plan(request, call);
  };
  return {
    ...planner,
    plan(request, call) {
      if (!isLarge(request)) return planHere(request, call);
      if (waiting >= maxWaiting)
        return Promise.resolve(plannerError("PLANNER_RATE_LIMITED", "too many large requests are being planned"));
      waiting += 1;
      const planned = last.then(() => thread.plan(request, call)).finally(() => (waiting -= 1));
      last = planned.catch(() => undefined);
      return planned;
    },
  };
}

function isLarge({ goal, toolbox }: Pick<PlannerRequest, "goal" | "toolbox">): boolean {
  if (goal.length > maxGoalCharsHere || toolbox.length > maxToolsHere) return true;
  const parts = toolbox.reduce((sum, { inputSchema }) => sum + countParts(inputSchema), 0);
  return parts > maxPartsHere || goal.length * parts > maxProductHere;
}

/** Objects and lists in a schema. */
const countParts = (schema: Json): number => (typeof schema === "object" && schema !== null ? countPartsOf(schema) : 0);
const countPartsOf = memoizeByIdentity((schema: JsonObject | Json[]): number =>
  Object.values<Json>(schema).reduce<number>((sum, part) => sum + countParts(part), 1),
);

type Thread = Pick<Planner, "plan">;

function createThread(setup: GrammarSetup): Thread {
  let worker: Worker | undefined;
  let cancelStop = (): void => undefined;
  const stop = (): void => {
    void worker?.terminate();
    worker = undefined;
  };
  return {
    async plan(request, { signal, clock }) {
      const cancelled = plannerError("PLANNER_GENERATION_FAILED", "the caller cancelled planning");
      if (signal.aborted) return cancelled;
      cancelStop();
      worker ??= start(setup);
      worker.ref();
      const late = new AbortController();
      const cancelTimer = clock.setTimer(clock.now() + timeoutMs, () => late.abort());
      const limit = AbortSignal.any([signal, late.signal]);
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        worker.postMessage(request);
        // Rejects if the thread fails, for example for lack of memory.
        const answer: ThreadAnswer = (await once(worker, "message", { signal: limit }))[0]; // see planner-thread.ts
        if ("failure" in answer) throw new Error(answer.failure);
        return answer.answer;
      } catch (error) {
        stop();
        if (signal.aborted) return cancelled;
        if (!limit.aborted) throw error;
        return plannerError("PLANNER_TIMEOUT", `no plan within ${timeoutMs} ms`, { timeout_ms: timeoutMs });
      } finally {
        cancelTimer();
        worker?.unref();
        cancelStop = clock.setTimer(clock.now() + idleMs, stop);
      }
    },
  };
}

function start(setup: GrammarSetup): Worker {
  const file = new URL(`./planner-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { workerData: setup, resourceLimits: { maxOldGenerationSizeMb: 512 } });
  // `once` reports what happens during a request; later errors only end the thread.
  worker.on("error", () => undefined);
  return worker;
}
