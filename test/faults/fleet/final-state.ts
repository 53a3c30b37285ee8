import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { AgentRunPage, DecisionPage } from "../../../src/contracts/api/agents.ts";
import { BudgetReport } from "../../../src/contracts/api/budgets.ts";
import { DraftPage } from "../../../src/contracts/api/drafts.ts";
import { RunPage } from "../../../src/contracts/api/run.ts";
import { PlanReactResponse } from "../../../src/contracts/react/plan-react.ts";
import { openBackend } from "../../../src/runtime/storage/backend.ts";
import { agents, answerMicroCents, poorCents, poorTenant } from "./config.ts";
import type { AgentTerms, Evidence, SeenReact } from "./check/evidence.ts";
import type { Operation } from "./history.ts";
import type { Installation } from "./installation.ts";
import { type Answer, askOnce, type Request, textIn } from "./load/ask.ts";
import { done } from "./world/mind.ts";

export type FinalParts = {
  installation: Installation;
  operations: readonly Operation[];
  terms: readonly AgentTerms[];
};

/** The final state as the API reports it to a client, and the dead jobs as an operator sees them. */
export async function readEvidence({ installation, operations, terms }: FinalParts): Promise<Evidence> {
  const api = { role: "api", as: "alice", method: "GET" } as const;
  const daemon = { ...api, role: "daemon" } as const;
  const runs = await allOf(installation, { ...api, path: "/runs" }, RunPage);
  const drafts = await allOf(installation, { ...api, path: "/drafts" }, DraftPage);
  const markersOf = new Map<string, readonly string[]>(
    operations.flatMap((one) =>
      one.kind === "run" || one.kind === "rerun"
        ? [[`${one.kind} ${nameIn(one.markers[0])}`, one.markers] as const]
        : [],
    ),
  );
  const ids = Object.values(agents);
  const decisions = await Promise.all(
    ids.map((id) => allOf(installation, { ...daemon, path: `/agents/${id}/decisions` }, DecisionPage)),
  );
  const agentRuns = await Promise.all(
    ids.map((id) => allOf(installation, { ...daemon, path: `/agents/${id}/runs` }, AgentRunPage)),
  );
  return {
    operations,
    deeds: installation.deeds(),
    runs: runs
      .flatMap((page) => page.runs)
      .filter(({ kind }) => kind === "plan")
      .map(({ run_id: runId, status, title, origin }) => {
        const kind = origin.kind === "request" ? "run" : origin.kind;
        return { runId, status, markers: markersOf.get(`${kind} ${nameIn(title)}`) ?? [] };
      }),
    drafts: drafts.flatMap((page) => page.drafts).flatMap(toSeenDraft),
    reacts: await readReacts(installation, operations),
    decisions: decisions
      .flat()
      .flatMap((page) => page.decisions)
      .map(({ agent_id: agent, trigger, slot, outcome, at, run_id: runId }) => {
        return { agent, trigger, slot, outcome, at, runId };
      }),
    agentRuns: agentRuns
      .flat()
      .flatMap((page) => page.runs)
      .map((run) => ({ agent: run.agent_id, runId: run.run_id, status: statusOf(run) })),
    deadJobs: await deadJobs(installation),
    agents: terms,
    purse: await readPurse(installation),
  };
}

/** Every run begins with a read by which it is known. */
function nameIn(text = ""): string {
  return /run-\d+/.exec(text)?.[0] ?? "";
}

/** A Draft that came from an agent's call belongs to none of the clients. */
function toSeenDraft({ draft, next }: DraftPage["drafts"][number]): Evidence["drafts"][number][] {
  const marker = textIn(draft.actions[0]?.action.args, "marker");
  return marker.startsWith("draft-")
    ? [{ draftId: draft.draft_id, marker, status: draft.status, waitsFor: next.do }]
    : [];
}

/** A few at a time: a fleet that is asked for thousands at once turns some away, as it should. */
async function readReacts(installation: Installation, operations: readonly Operation[]): Promise<SeenReact[]> {
  const left = operations.filter((one) => one.kind === "react");
  const seen: SeenReact[] = [];
  const work = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) seen.push(await toSeenReact(installation, one));
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return seen;
}

/** Only what was accepted must be known; the answer may be that there is none. */
async function toSeenReact(installation: Installation, one: Operation & { kind: "react" }): Promise<SeenReact> {
  const as = one.tenant === poorTenant ? "poor" : "alice";
  const request: Request = { role: "api", as, method: "GET", path: `/plan/react/${one.requestId}` };
  const answer = await answered(installation, request, (status) => status === 200 || status === 404);
  if (answer.status === 404 && one.outcome.type !== "ok") return { requestId: one.requestId, status: "never begun" };
  const response = PlanReactResponse.safeParse(answer.body).data;
  const isVain = response?.status === "ok" && response.final_answer.content !== done;
  return { requestId: one.requestId, status: isVain ? "ok, in vain" : response?.status };
}

/** A model that learned of a failure ended without an error and wrote nothing. */
function statusOf(run: AgentRunPage["runs"][number]): string {
  const isVain = run.status === "success" && run.result_summary.final_answer_excerpt !== done;
  return isVain ? "success, in vain" : run.status;
}

async function readPurse(installation: Installation): Promise<Evidence["purse"]> {
  const { limits } = await must(
    installation,
    { role: "api", as: "poor", method: "GET", path: "/budgets" },
    BudgetReport,
  );
  const usedMicroCents = limits.find(({ name }) => name === poorTenant)?.used_micro_cents ?? 0;
  return { prefix: "poor-", limitMicroCents: poorCents * 1_000_000, usedMicroCents, answerMicroCents };
}

async function deadJobs({ folder, postgres }: Installation): Promise<string[]> {
  const backend = openBackend({ folder, env: { DATABASE_URL: postgres.url } });
  try {
    const dead = await backend.deadJobs.list(100);
    return dead.map(({ queue, key, error }) => `${queue} ${key}: ${error}`);
  } finally {
    await backend.close();
  }
}

async function allOf<P extends z.ZodType<{ next_cursor: string | null }>>(
  installation: Installation,
  request: Request,
  shape: P,
): Promise<z.output<P>[]> {
  const pages: z.output<P>[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const path: string = `${request.path}?limit=200${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: z.output<P> = await must(installation, { ...request, path }, shape);
    pages.push(page);
    cursor = page.next_cursor;
  }
  return pages;
}

async function must<S extends z.ZodType>(installation: Installation, request: Request, shape: S): Promise<z.output<S>> {
  return shape.parse((await answered(installation, request, (status) => status === 200)).body);
}

/** The fleet is well again: it answers after a while. */
async function answered(
  installation: Installation,
  request: Request,
  isAnswer: (status: number) => boolean,
): Promise<Answer> {
  for (let turn = 0; turn < 60; turn += 1) {
    const answer = await askOnce(installation, request, turn);
    if (answer !== undefined && isAnswer(answer.status)) return answer;
    await pause(500);
  }
  throw new Error(`GET ${request.path} was not answered for a minute by a fleet that nothing is done to`);
}
