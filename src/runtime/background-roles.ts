import type { Handler } from "../ports/engine.ts";

/**
 * What a process does besides serving requests: `work` executes jobs, `agents` evaluates triggers, `bot` polls
 * Telegram.
 */
export type BackgroundRole = "work" | "agents" | "bot";
export type BackgroundRoles = ReadonlySet<BackgroundRole>;

/** Roles of a short-lived command: it must not poll Telegram. */
export const withoutBot: BackgroundRoles = new Set(["work", "agents"]);
export const allBackgroundRoles: BackgroundRoles = new Set(["work", "agents", "bot"]);

/** Only one process works on a SQLite file, so it takes all work. */
export function rolesOnOneFile(wanted: BackgroundRoles): BackgroundRoles {
  return new Set([...wanted, ...withoutBot]);
}

type Queues = Readonly<Record<string, Handler>>;

/** Selects the queues for the roles; `bot` is the queue of the Telegram poller. */
export function queuesForRoles(
  roles: BackgroundRoles,
  { all, agents, bot }: { all: Queues; agents: Queues; bot: string },
): Queues {
  const roleOf = (queue: string): BackgroundRole => (queue === bot ? "bot" : queue in agents ? "agents" : "work");
  return Object.fromEntries(Object.entries(all).filter(([queue]) => roles.has(roleOf(queue))));
}
