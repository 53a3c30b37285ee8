import type { Handler } from "../ports/engine.ts";

/**
 * What a process does besides answering requests: `work` carries out, `agents` watches for what sets agents off, `bot` asks
 * Telegram what people say.
 */
export type Duty = "work" | "agents" | "bot";
export type Duties = ReadonlySet<Duty>;

/** Of a command that works beside the service: people are not heard by a process that is about to end. */
export const withoutBot: Duties = new Set(["work", "agents"]);
export const everyDuty: Duties = new Set(["work", "agents", "bot"]);

/** Of the processes on one file a single one works, so it works on everything. */
export function onOneFile(wanted: Duties): Duties {
  return new Set([...wanted, ...withoutBot]);
}

type Queues = Readonly<Record<string, Handler>>;

/** The queues that go with the duties; `bot` is the one of who listens to people. */
export function queuesOf(duties: Duties, { all, agents, bot }: { all: Queues; agents: Queues; bot: string }): Queues {
  const dutyOf = (queue: string): Duty => (queue === bot ? "bot" : queue in agents ? "agents" : "work");
  return Object.fromEntries(Object.entries(all).filter(([queue]) => duties.has(dutyOf(queue))));
}
