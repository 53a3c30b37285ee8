import type { RunOutcome } from "../../contracts/react/agent-run.ts";
import type { PlanReactResponse } from "../../contracts/react/plan-react.ts";
import type { Trace } from "../../contracts/react/trace.ts";
import { canonicalText } from "../../plan/canonical.ts";
import { changesBetween, type DigestLanguage } from "../../plan/digest.ts";
import type { Json } from "../../plan/json.ts";
import type { AgentDeps } from "../agent-deps.ts";
import { kinds } from "../agent-deps.ts";
import type { RunResult } from "../outputs/outputs.ts";
import { AgentRun } from "./agent-run.ts";

/** The result of a run as people get it. */
export type DescribedResult = RunResult & { outcome?: RunOutcome | undefined; changes?: string | undefined };

const asks = { en: "Question from", ru: "Вопрос от" } as const;

type RunAnswer = { tenant: string; run: AgentRun; answer: PlanReactResponse };

/** How the run ended for its owner, and what has changed since the last successful run of the agent. */
export async function describeResult(deps: AgentDeps, { tenant, run, answer }: RunAnswer): Promise<DescribedResult> {
  const { content, structured } = answer.final_answer;
  if (answer.status !== "ok") return { answer, text: content, isQuestion: false };
  const isQuestion = Array.isArray(structured?.["questions"]);
  const awaits = answer.trace.some(
    ({ observation }) => observation?.ok === false && observation.error.code === "needs_approval",
  );
  const outcome = isQuestion ? "asked" : awaits ? "awaits_approval" : "answered";
  const language = /\p{Script=Cyrillic}/u.test(content) ? "ru" : "en";
  if (isQuestion) return { answer, text: `${asks[language]} ${run.profile.id}: ${content}`, isQuestion, outcome };
  const reads = readsOf(answer.trace);
  const changes = reads.size === 0 ? undefined : changesOf(await lastTrace(deps, tenant, run), reads, language);
  return { answer, text: changes === undefined ? content : `${content}\n${changes}`, isQuestion, outcome, changes };
}

/** Whether the run has sent a message with one of the notifying verbs. */
export function hasNotified({ trace }: PlanReactResponse, verbs: ReadonlySet<string> | undefined): boolean {
  return trace.some(
    ({ action, observation }) => action !== null && observation?.ok === true && verbs?.has(action.tool_id),
  );
}

/** How far back the last successful run is looked for. */
const maxEarlierRuns = 10;

async function lastTrace({ store }: AgentDeps, tenant: string, { profile }: AgentRun): Promise<Trace> {
  const runs = await store.records({ tenant, kind: kinds.run, group: profile.id, limit: maxEarlierRuns });
  const last = runs.find(({ status }) => status === "success");
  return (last === undefined ? undefined : AgentRun.parse(last.body).record?.trace) ?? [];
}

/** The changes in the first list that both runs read with the same call. */
function changesOf(before: Trace, after: Map<string, Json>, language: DigestLanguage): string | undefined {
  const earlier = readsOf(before);
  for (const [call, output] of after) {
    const was = earlier.get(call);
    const changes = was === undefined ? undefined : changesBetween(was, output, language);
    if (changes !== undefined) return changes;
  }
  return undefined;
}

/** The last result of each call. */
function readsOf(trace: Trace): Map<string, Json> {
  return new Map(
    trace.flatMap(({ action, observation }) =>
      action === null || observation?.ok !== true
        ? []
        : [[`${action.tool_id} ${canonicalText(action.input)}`, observation.output] as const],
    ),
  );
}
