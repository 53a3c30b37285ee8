import { setTimeout as pause } from "node:timers/promises";
import type { ActionPlan } from "../../../src/contracts/actions/plan.ts";
import { type Client, createClient, ProblemError } from "../../../src/client/index.ts";
import { createChance } from "../../support/seeded-random.ts";
import { oneActionPlan } from "../../support/one-action-plan.ts";

export const channel = "shelf";

/** The accepted requests, to compare with their outcome. */
export type AcceptedTraffic = {
  runs: Map<string, string>;
  drafts: Map<string, string>;
  events: string[];
  plans: number;
};

export type Traffic = {
  asked: AcceptedTraffic;
  /** Whatever was refused for good, or not answered. */
  failed: string[];
  /** Resolves when what is under way has its answer. */
  stop(): Promise<void>;
};

const clients = 3;
const pauseMs = 80;

/** Steady requests in an order that the seed gives: plans, runs that write, Drafts that are applied, events for agents. */
export function startTraffic(to: { url: string; key: string; seed: number }): Traffic {
  const client = createClient({ baseUrl: to.url, key: to.key });
  const asked: AcceptedTraffic = { runs: new Map(), drafts: new Map(), events: [], plans: 0 };
  const failed: string[] = [];
  const next = createChance(to.seed);
  const over = new AbortController();
  let count = 0;
  const ask = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const deed = deeds[next(deeds.length)] ?? plan;
      const marker = `${deed.name}-${(count += 1)}`;
      await deed({ client, asked }, marker).catch((error: unknown) => failed.push(`${marker}: ${String(error)}`));
      await pause(pauseMs);
    }
  };
  const asking = Promise.all(Array.from({ length: clients }, ask));
  return {
    asked,
    failed,
    async stop() {
      over.abort();
      await asking;
    },
  };
}

type TrafficContext = { client: Client; asked: AcceptedTraffic };

/**
 * What was turned away (too much under way, a slow database) is sent again under its key, as the answer says. That a process stops,
 * or that a connection broke, nobody outside should notice.
 */
export async function turnedIn<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const { code, retryable, status } = error instanceof ProblemError ? error.problem : unexpected;
      if (!retryable || code === "SHUTTING_DOWN" || status === 502) throw error;
      await pause(200);
    }
  }
}

const unexpected = { code: "INTERNAL", retryable: false, status: 0 };

async function plan({ client, asked }: TrafficContext): Promise<void> {
  const body = { session_id: 1, context: { company_id: 92 }, message: "how many bolts are in stock?" };
  await turnedIn(() => client.plan({ body }));
  asked.plans += 1;
}

async function run({ client, asked }: TrafficContext, marker: string): Promise<void> {
  const steps = ["a", "b"].map((id) => ({
    id,
    kind: "tool",
    tool: "ledger_post",
    args: { marker: `${marker}-${id}` },
  }));
  const { run_id: id } = await turnedIn(() =>
    client.startRun({ body: { summary: marker, steps }, idempotencyKey: marker }),
  );
  asked.runs.set(marker, id);
}

async function draft({ client, asked }: TrafficContext, marker: string): Promise<void> {
  const made = await turnedIn(() => client.createDraft({ body: { plan: draftOf(marker) }, idempotencyKey: marker }));
  if (made.kind !== "draft") throw new Error(`it became ${made.kind}`);
  const { draft: shown, action_hash } = made.draft;
  const { draft_id: id, revision } = shown;
  asked.drafts.set(marker, id);
  const idempotencyKey = `${marker}-apply`;
  await turnedIn(() => client.applyDraft({ params: { id }, body: { revision, action_hash }, idempotencyKey }));
}

async function event({ client, asked }: TrafficContext, marker: string): Promise<void> {
  await turnedIn(() => client.publishEvent({ body: { channel, payload: {}, id: marker } }));
  asked.events.push(marker);
}

const deeds = [plan, run, draft, event];

function draftOf(marker: string): ActionPlan {
  const action = {
    toolkit: "ledger",
    tool_slug: "ledger_post",
    args: { marker },
    idempotency_scope: `ledger:post:${marker}`,
    preview: `Post ${marker}`,
  };
  return oneActionPlan(action, { plan_id: marker, summary: marker });
}
