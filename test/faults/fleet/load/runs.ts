import { setTimeout as pause } from "node:timers/promises";
import { RunDetail } from "../../../../src/contracts/api/run.ts";
import { type Answer, ask, askOnce, textIn } from "./ask.ts";
import type { WriteManner } from "../world/deed.ts";
import { type LoadContext, mannerOf } from "./load-context.ts";

const writers = ["world_add", "create_note", "create_report", "world_post"] as const;

/** Starts a run of a read and several writes, each with a marker of its own. One in ten does not ask again. */
export async function startRun({ installation, history, chance, next, until }: LoadContext): Promise<void> {
  const name = `run-${next()}`;
  const reading = { id: "r", kind: "tool", tool: "world_read", args: { name } };
  const writing = Array.from({ length: 1 + chance(4) }, (_, at) => ({
    id: `w${at}`,
    kind: "tool",
    ...writeOf(chance, `${name}-w${at}`),
    dependsOn: [at > 0 && chance(2) === 0 ? `w${at - 1}` : "r"],
    onError: "retry",
    retries: 5,
  }));
  const markers = writing.map(({ args }) => args.marker);
  const isPatient = chance(10) > 0;
  const first = chance(100);
  await history.record({ kind: "run", markers }, () =>
    ask(installation, {
      request: {
        role: "api",
        as: "alice",
        method: "POST",
        path: "/runs",
        body: { summary: name, steps: [reading, ...writing] },
        key: name,
      },
      idOf: ({ body }) => textIn(body, "run_id"),
      first,
      ...(isPatient && { until: until() }),
    }),
  );
}

/** A write that a tool cannot be asked about is never overdue: nobody could tell when it is safe to repeat. */
function writeOf(
  chance: LoadContext["chance"],
  marker: string,
): { tool: string; args: { marker: string; how: WriteManner } } {
  const tool = writers[chance(100) < 10 ? 3 : chance(3)] ?? "world_add";
  const isOverdue = tool !== "world_post" && chance(8) === 0;
  return { tool, args: { marker, how: isOverdue ? "overdue" : mannerOf(chance) } };
}

/** Carries a run out, and then its one write again with another marker. */
export async function runAgain({ installation, history, chance, next, until }: LoadContext): Promise<void> {
  const name = `run-${next()}`;
  const first = chance(100);
  const [reading, write] = [
    { id: "r", kind: "tool", tool: "world_read", args: { name } },
    { id: "w", kind: "tool", tool: "world_post", args: { marker: `${name}-w`, how: "ok" }, dependsOn: ["r"] },
  ];
  const api = { role: "api", as: "alice", method: "POST" } as const;
  const asking = { idOf: ({ body }: Answer) => textIn(body, "run_id"), first, until: until() };
  const { outcome } = await history.record({ kind: "run", markers: [`${name}-w`] }, () =>
    ask(installation, {
      ...asking,
      request: { ...api, path: "/runs", body: { summary: name, steps: [reading, write] }, key: name },
    }),
  );
  if (outcome.type !== "ok" || !(await hasCompleted(installation, outcome.id, asking))) return;
  const args = { marker: `${name}-again`, how: mannerOf(chance) };
  await history.record({ kind: "rerun", markers: [args.marker] }, () =>
    ask(installation, {
      ...asking,
      request: { ...api, path: `/runs/${outcome.id}/rerun`, body: { from_step: "w", args }, key: `${name}-again` },
    }),
  );
}

async function hasCompleted(
  installation: LoadContext["installation"],
  runId: string,
  { first, until }: { first: number; until: number },
): Promise<boolean> {
  const request = { role: "api", as: "alice", method: "GET", path: `/runs/${runId}` } as const;
  for (let turn = first; Date.now() < until; turn += 1) {
    const detail = RunDetail.safeParse((await askOnce(installation, request, turn))?.body).data;
    if (detail !== undefined && detail.run.ended_at !== null) return detail.run.status === "completed";
    await pause(500);
  }
  return false;
}

/** Plans without carrying anything out. */
export async function makePlan({ installation, history, chance }: LoadContext): Promise<void> {
  const first = chance(100);
  await history.record({ kind: "plan" }, () =>
    ask(installation, {
      request: {
        role: "api",
        as: "alice",
        method: "POST",
        path: "/plan",
        body: { session_id: 1, message: "what time is it" },
      },
      idOf: () => "a plan",
      first,
    }),
  );
}
