import { setTimeout as delay } from "node:timers/promises";
import type { Service } from "./service.ts";

/** What the soak sent and the outcome of it. */
export type Tally = {
  requests: number;
  refused: number;
  /** Requests to plan, by the status of the answer; 0 without one. */
  planned: Record<number, number>;
  /** Answers of `/readyz` under load, each of which must be 200. */
  readyAnswers: number;
  /** Accepted runs by id, with the name of the record that each creates. */
  runs: Map<string, string>;
  slowestHealthMs: number;
  violations: string[];
};

export function createTally(): Tally {
  return { requests: 0, refused: 0, planned: {}, readyAnswers: 0, runs: new Map(), slowestHealthMs: 0, violations: [] };
}

const headers = { "content-type": "application/json" };
let count = 0;

/** Starts a run that creates one record of its own. The status of the answer; 0 without one. */
export async function startRun({ url }: Service, tally: Tally): Promise<{ status: number; text: string }> {
  const name = `Soak ${process.pid} ${(count += 1)}`;
  const args = { name, email: `soak${count}@example.org` };
  const step = {
    id: "step-1",
    type: "tool",
    description: "Create",
    payload: { tool_name: "create_vendor", arguments: args },
  };
  const body = JSON.stringify({ session_id: 1, steps: [step], metadata: { model: "soak", version: "0.1" } });
  tally.requests += 1;
  try {
    const answer = await fetch(`${url}/runs`, { method: "POST", headers, body, signal: AbortSignal.timeout(30_000) });
    const text = await answer.text();
    if (answer.status === 202) tally.runs.set((JSON.parse(text) as { run_id: string }).run_id, name);
    else tally.refused += 1;
    return { status: answer.status, text };
  } catch (error) {
    tally.refused += 1;
    return { status: 0, text: String(error) };
  }
}

/** Under load a request to plan is answered, shed, or stopped at its time limit. */
const allowedStatuses = [0, 200, 429, 503, 504];

async function plan({ url }: Service, tally: Tally): Promise<void> {
  // Each text is another one, so that no answer comes from a cache.
  const message = `${"what is low on stock and ".repeat(40)} show me quote Q-${tally.requests}`;
  const body = JSON.stringify({ session_id: 1, message, context: { company_id: 1 } });
  tally.requests += 1;
  const { status, text } = await ask(`${url}/plan`, { method: "POST", headers, body });
  tally.planned[status] = (tally.planned[status] ?? 0) + 1;
  if (!allowedStatuses.includes(status)) tally.violations.push(`/plan answers ${status} ${text.slice(0, 200)}`);
}

async function ask(url: string, init?: RequestInit): Promise<{ status: number; text: string }> {
  return fetch(url, init).then(
    async (answer) => ({ status: answer.status, text: await answer.text().catch(String) }),
    (error: unknown) => ({ status: 0, text: String(error) }),
  );
}

/** Runs and plans at a rate, while `/healthz` is timed and `/readyz` must say ready. */
export async function load(
  service: Service,
  tally: Tally,
  { lastsMs, parallel }: { lastsMs: number; parallel: number },
): Promise<void> {
  const until = Date.now() + lastsMs;
  const worker = async (at: number): Promise<void> => {
    while (Date.now() < until) {
      if (at === 0) {
        await startRun(service, tally);
        await delay(250);
      } else {
        await plan(service, tally);
      }
      if (parallel <= 4) await delay(250);
    }
  };
  const probe = async (): Promise<void> => {
    while (Date.now() < until) {
      const since = performance.now();
      await ask(`${service.url}/healthz`);
      tally.slowestHealthMs = Math.max(tally.slowestHealthMs, Math.round(performance.now() - since));
      const { status, text } = await ask(`${service.url}/readyz`);
      if (status !== 0) tally.readyAnswers += 1;
      if (status !== 0 && status !== 200)
        tally.violations.push(`/readyz under load is ${status} ${text.slice(0, 200)}`);
      await delay(200);
    }
  };
  await Promise.all([probe(), ...Array.from({ length: parallel }, (_, at) => worker(at))]);
}

/** Every accepted run has completed, and each has created its record once. */
export async function assertNothingLost(service: Service, tally: Tally, when: string): Promise<void> {
  const open = new Set(tally.runs.keys());
  for (const until = Date.now() + 120_000; open.size > 0 && Date.now() < until; await delay(500))
    for (const id of open) {
      const { text } = await ask(`${service.url}/runs/${id}`);
      if (/"status":"completed"/.test(text.slice(0, 500))) open.delete(id);
    }
  if (open.size > 0)
    tally.violations.push(
      `${when}: ${open.size} accepted runs have not completed: ${[...open].slice(0, 3).join(", ")}`,
    );
  const payload = {
    verb_id: "vendor_lookup",
    payload: { query: `Soak ${process.pid} ` },
    request_id: `${when} ${Date.now()}`,
    caller: "soak",
  };
  const found = await fetch(`${service.url}/verbs/execute`, { method: "POST", headers, body: JSON.stringify(payload) });
  const { output } = (await found.json()) as { output: { vendors: { name: string }[] } | null };
  const names = output?.vendors.map(({ name }) => name) ?? [];
  const expected = [...tally.runs.values()];
  const missing = expected.filter((name) => !names.includes(name));
  if (missing.length > 0)
    tally.violations.push(`${when}: ${missing.length} records are missing: ${missing.slice(0, 3).join(", ")}`);
  if (new Set(names).size !== names.length) tally.violations.push(`${when}: a record was created twice`);
}
