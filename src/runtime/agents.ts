import { resolve } from "node:path";
import { z } from "zod";
import type { VerbLevels } from "../agents/autonomy.ts";
import type { Agent } from "../agents/agent.ts";
import { type Book, createBook, storeProfile, storedAgents } from "../agents/book.ts";
import { createDaemon, type Daemon } from "../agents/daemon.ts";
import { createDesk, type Desk, type Of } from "../agents/desk.ts";
import { parseProfile, profileWarnings } from "../agents/parse-profile.ts";
import type { Reason } from "../agents/parts.ts";
import type { Sender } from "../agents/send-handler.ts";
import type { ProfileFault } from "../contracts/api/agents.ts";
import { PlanReactResponse } from "../contracts/react/plan-react.ts";
import type { BusEvent } from "../contracts/react/bus-event.ts";
import type { Checked } from "../plan/checked.ts";
import { refused } from "../plan/checked.ts";
import type { Bus } from "../ports/bus.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";
import type { React } from "./react.ts";
import { ownLevels } from "./agent-verbs.ts";
import { type AgentFiles, openAgentFiles } from "./agent-files.ts";

/** `agents:` of `planwright.yaml`. */
export const AgentsConfig = z.strictObject({
  folder: z.string().min(1).default("agents").describe("where profiles are, one a file"),
  tenant: z.string().min(1).default("local").describe("whose agents those of the folder are"),
  owner: z.string().min(1).default("dev").describe("who decides on Drafts of agents whose profile names no owner"),
  levels: z
    .strictObject({
      internal: z.array(z.string().min(1)).default([]),
      notify: z.array(z.string().min(1)).default([]),
      knobs: z.array(z.string().min(1)).default([]),
    })
    .prefault({})
    .describe("verbs that write, by the level of autonomy that covers them: internal 0, notify 1, knobs 2"),
  keep_days: z.int().min(1).max(3650).default(30).describe("how long decisions and the ids of events are kept"),
  planner_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("a server with POST /plan/react; this process plans where it is not given"),
  max_tokens_per_day: z.int().min(1).optional().describe("for all agents of a tenant together, by UTC days"),
});
export type AgentsConfig = z.infer<typeof AgentsConfig>;

export type AgentsOptions = {
  config: AgentsConfig;
  /** Paths of the configuration count from here. */
  folder: string;
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Log;
  bus: Bus;
  reason: Reason;
  sender: Sender;
  /** Whether the tenant has a verb of this name. */
  hasVerb: (name: string, tenant: string) => boolean;
};

/** The agents as the surfaces see them. */
export interface Agents extends Desk {
  faults(tenant: string): readonly ProfileFault[];
  /** Adds or replaces a profile that is not kept in a file. */
  put(of: Of, profile: unknown): Promise<Checked<Of>>;
  /** Undefined where there is none; refused where a file keeps it. */
  remove(of: Of): Promise<Checked<Of> | undefined>;
  publish(tenant: string, event: BusEvent): Promise<boolean>;
}

export type OpenAgents = Agents & {
  load(): Promise<void>;
  queues: Daemon["queues"];
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** The planner of this process, as the daemon asks it. */
export function reasonWith(react: React): Reason {
  return async (request, { tenant, signal }) => {
    const started = await react.start(request, tenant);
    if (!started.ok) throw new Error(started.issues.map(({ message }) => message).join("; "));
    const answer = await react.result({ tenant, requestId: started.value.requestId }, signal);
    if (answer === undefined) throw new Error("the planner has no such run");
    return answer;
  };
}

/** A planner behind its HTTP contract. */
export function reasonAt(url: string, key: string | undefined): Reason {
  return async (request, { signal }) => {
    const headers = {
      "content-type": "application/json",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
    const answer = await fetch(new URL("/plan/react", url), {
      method: "POST",
      headers,
      body: JSON.stringify(request),
      signal,
    });
    const parsed = PlanReactResponse.safeParse(await answer.json());
    if (!answer.ok || !parsed.success)
      throw new Error(`the planner at ${url} answered ${answer.status} and no reply of the contract`);
    return parsed.data;
  };
}

export function levelsOf({ levels: { internal, notify, knobs } }: AgentsConfig): VerbLevels {
  return {
    internal: new Set([...ownLevels.internal, ...internal]),
    notify: new Set([...ownLevels.notify, ...notify]),
    knobs: new Set([...ownLevels.knobs, ...knobs]),
  };
}

/** How often profiles that another process stored are looked for. */
const lookEveryMs = 5_000;

export function openAgents(options: AgentsOptions): OpenAgents {
  const { config, folder, store, clock, log, bus } = options;
  const book = createBook();
  const limit = config.max_tokens_per_day;
  const daemon = createDaemon({
    ...options,
    book,
    keepDays: config.keep_days,
    ...(limit !== undefined && { maxTokensPerDay: limit }),
  });
  const files = openAgentFiles({ folder: resolve(folder, config.folder), tenant: config.tenant, clock });
  const warningsOf = ({ tenant, profile }: Agent): string[] =>
    profileWarnings(profile, (tool) => options.hasVerb(tool, tenant));
  const loading = createLoading({ files, book, daemon, store, log });
  const stops: (() => void | Promise<void>)[] = [];
  return {
    ...createDesk({ daemon, book, store, warningsOf, now: () => clock.now() }),
    queues: daemon.queues,
    load: () => loading.load(),
    faults: (tenant) => (tenant === config.tenant ? loading.faults() : []),
    async put(of, value) {
      const parsed = parseProfile(value);
      if (!parsed.ok) return parsed;
      const profile = parsed.value;
      if (profile.id !== of.id) return refused(wrongId(of.id, profile.id));
      if (book.entry(of.tenant, of.id)?.file !== undefined) return refused(inFile(book, of));
      await storeProfile(store, of, profile);
      await loading.load();
      return { ok: true, value: of };
    },
    async remove(of) {
      const entry = book.entry(of.tenant, of.id);
      if (entry === undefined) return undefined;
      if (entry.file !== undefined) return refused(inFile(book, of));
      await storeProfile(store, of);
      await loading.load();
      return { ok: true, value: of };
    },
    publish: (tenant, event) => daemon.publish(tenant, event),
    async start() {
      await loading.load();
      for (const agent of book.all()) for (const warning of warningsOf(agent)) log.warn(warning);
      const channels = [...new Set([...book.all()].flatMap(channelsOf))];
      stops.push(await bus.subscribe(channels, async (event) => void (await daemon.publish(config.tenant, event))));
      stops.push(files.watch(() => void loading.load()));
      const look = (): (() => void) =>
        clock.wake(clock.now() + lookEveryMs, () => {
          void loading.load().finally(() => (stops[0] = look()));
        });
      stops.unshift(look());
    },
    async stop() {
      for (const stop of stops.splice(0)) await stop();
    },
  };
}

function channelsOf({ triggers }: { triggers: readonly { kind: string; trigger: object }[] }): string[] {
  return triggers.flatMap(({ trigger }) => ("channel" in trigger ? String(trigger.channel) : []));
}

type LoadingParts = { files: AgentFiles; book: Book; daemon: Daemon; store: Store; log: Log };

/** Loads everything, one time after the other; what changed is told once. */
function createLoading({ files, book, daemon, store, log }: LoadingParts) {
  let faults: ProfileFault[] = [];
  let seen = "";
  let last: Promise<void> = Promise.resolve();
  const load = async (): Promise<void> => {
    const read = files.read();
    const stored = await storedAgents(store);
    const taken = new Set(read.entries.map(({ agent }) => `${agent.tenant} ${agent.profile.id}`));
    const entries = [
      ...read.entries,
      ...stored.filter(({ agent }) => !taken.has(`${agent.tenant} ${agent.profile.id}`)),
    ];
    faults = read.faults;
    const now = JSON.stringify([entries.map(({ agent }) => [agent.tenant, agent.profile]), faults]);
    if (now === seen) return;
    seen = now;
    book.replace(entries);
    for (const { file, messages } of faults) log.warn("an agent's file is not in force", { file, messages });
    await daemon.reload();
  };
  return {
    faults: () => faults,
    load(): Promise<void> {
      last = last.then(load).catch((error: unknown) => log.error("loading the agents failed", { error }));
      return last;
    },
  };
}

function wrongId(path: string, id: string) {
  return {
    code: "INVALID_FORMAT",
    pointer: "/id",
    message: `the profile is of ${id}, the address of ${path}`,
    hint: "Make them equal.",
  };
}

function inFile(book: Book, { tenant, id }: { tenant: string; id: string }) {
  const file = book.entry(tenant, id)?.file ?? "";
  return {
    code: "CONFLICT",
    pointer: "/id",
    message: `${id} is kept in the file ${file}`,
    hint: "Edit the file; it is read again at once.",
  };
}
