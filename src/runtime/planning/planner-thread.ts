import { parentPort, workerData } from "node:worker_threads";
import { accounted, createGrammarPlanner } from "../../planners/index.ts";
import type { PlannerAnswer, PlannerRequest } from "../../ports/planner.ts";
import { systemClock } from "../system-clock.ts";
import type { GrammarSetup } from "./threaded-planner.ts";

/** What the thread posts: an answer, or the message of what the planner threw. */
export type ThreadAnswer = { answer: PlannerAnswer } | { failure: string };

const { packs, ...options }: GrammarSetup = workerData; // set by threaded-planner.ts
const planner = accounted(createGrammarPlanner(packs, options));
const signal = new AbortController().signal;

async function answerTo(request: PlannerRequest): Promise<ThreadAnswer> {
  try {
    return { answer: await planner.plan(request, { signal, clock: systemClock }) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (request: PlannerRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void answerTo(request).then((answer) => parentPort?.postMessage(answer));
});
