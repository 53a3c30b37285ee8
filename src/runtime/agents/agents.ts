import { compact } from "../../plan/compact.ts";
import { resolve } from "node:path";
import type { Agent } from "../../agents/profile/agent.ts";
import { type AgentRegistry, createAgentRegistry, storeProfile } from "../../agents/agent-registry.ts";
import { createDaemon, type Daemon, type AgentRef } from "../../agents/daemon.ts";
import { createAgentQueries, type AgentQueries } from "../../agents/agent-queries.ts";
import { parseProfile, profileWarnings } from "../../agents/profile/parse-profile.ts";
import type { AgentDeps, ReactPlanner } from "../../agents/agent-deps.ts";
import type { Sender } from "../../agents/outputs/send-handler.ts";
import type { AgentMonth, ProfileFault } from "../../contracts/api/agents.ts";
import type { BusEvent } from "../../contracts/react/bus-event.ts";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import type { Issue } from "../../plan/issue.ts";
import type { Bus, DeadLetter } from "../../ports/bus.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Log } from "../../ports/log.ts";
import type { Store } from "../../ports/store.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { openAgentFiles } from "./agent-files.ts";
import { createProfileLoader } from "./profile-loader.ts";
import type { AgentsConfig } from "../config/agents-config.ts";

type AgentsOptions = {
  config: AgentsConfig;
  /** Base folder of relative paths in the configuration. */
  folder: string;
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Log;
  bus: Bus;
  reason: ReactPlanner;
  runPlan?: NonNullable<AgentDeps["runPlan"]>;
  wakeRuns?: NonNullable<AgentDeps["wakeRuns"]>;
  notifyVerbs?: NonNullable<AgentDeps["notifyVerbs"]>;
  sender: Sender;
  /** Called after a profile was stored or removed and the change is loaded. */
  onProfile?: (of: AgentRef) => void;
  monthOf: (agent: Agent) => Promise<AgentMonth>;
  /** Whether the tenant has a verb of this name. */
  hasVerb: (name: string, tenant: string) => boolean;
};

/** The agents, as the HTTP and CLI surfaces use them. */
export interface Agents extends AgentQueries {
  faults(tenant: string): readonly ProfileFault[];
  /** Adds or replaces a stored profile. Profiles in files are refused. */
  put(of: AgentRef, profile: unknown): Promise<CheckResult<AgentRef>>;
  /** Undefined if there is no such profile; refused if it is in a file. */
  remove(of: AgentRef): Promise<CheckResult<AgentRef> | undefined>;
  /** Stores an event durably. Returns whether it was new. */
  publish(tenant: string, event: BusEvent): Promise<boolean>;
  /** Publishes on the shared bus, if there is one, and returns undefined because the readers deduplicate. Otherwise like `publish`. */
  announce(tenant: string, event: BusEvent): Promise<boolean | undefined>;
  /** Bus events that could not be processed, newest first. */
  deadLetters(tenant: string, limit: number): Promise<DeadLetter[]>;
}

export type OpenAgents = Agents & {
  load(): Promise<void>;
  /** Loads profiles that another process has stored. */
  follow(): Promise<void>;
  /** Checks for runs that another process has ended. */
  refresh(): void;
  queues: Daemon["queues"];
  /** Watches the folder, the store and the bus. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

export function openAgents(options: AgentsOptions): OpenAgents {
  const { config, folder, store, clock, log, bus } = options;
  const { tenant: own, keep_days: keepDays, keep_entries_days: keepEntriesDays, max_tokens_per_day: limit } = config;
  const registry = createAgentRegistry();
  const daemon = createDaemon({
    ...options,
    registry,
    keepDays,
    keepEntriesDays,
    ...compact({ maxTokensPerDay: limit }),
  });
  const files = openAgentFiles({ folder: resolve(folder, config.folder), tenant: own, clock });
  const loading = createProfileLoader({ files, registry, daemon, store, log });
  const warningsOf = ({ tenant, profile }: Agent): string[] =>
    profileWarnings(profile, (tool) => options.hasVerb(tool, tenant));
  const ears = createSubscriptions({
    bus,
    clock,
    log,
    loading,
    files,
    channels: () => channelsOf(registry, own),
    deliver: async (event) => void (await daemon.publish(own, event)),
  });
  return {
    ...createAgentQueries({
      daemon,
      registry,
      store,
      warningsOf,
      monthOf: options.monthOf,
      now: () => clock.now(),
      refresh: () => ears.follow(),
    }),
    queues: daemon.queues,
    load: () => loading.load(),
    follow: () => ears.follow(),
    refresh: () => daemon.recheckRuns(),
    faults: (tenant) => (tenant === own ? loading.faults() : []),
    ...profileWrites({ registry, store, load: () => ears.reload(), onProfile: options.onProfile }),
    publish: (tenant, event) => daemon.publish(tenant, event),
    async announce(tenant, event) {
      if (!bus.isShared || tenant !== own) return daemon.publish(tenant, event);
      await bus.publish(event);
      return undefined;
    },
    deadLetters: async (tenant, most) => (tenant === own ? bus.deadLetters(most) : []),
    async start() {
      await ears.start();
      for (const agent of registry.all())
        for (const warning of warningsOf(agent))
          log.warn(warning, { event: "agents.profile_warning", agent: agent.profile.id });
    },
    stop: () => ears.stop(),
  };
}

type ProfileWriteParts = {
  registry: AgentRegistry;
  store: Store;
  load: () => Promise<void>;
  onProfile: AgentsOptions["onProfile"];
};

function profileWrites({ registry, store, load, onProfile }: ProfileWriteParts): Pick<Agents, "put" | "remove"> {
  return {
    async put(of, value) {
      const parsed = parseProfile(value);
      if (!parsed.ok) return parsed;
      if (parsed.value.id !== of.id) return refused(wrongId(of.id, parsed.value.id));
      const file = registry.entry(of.tenant, of.id)?.file;
      if (file !== undefined) return refused(inFile(of.id, file));
      await storeProfile(store, of, parsed.value);
      await load();
      onProfile?.(of);
      return { ok: true, value: of };
    },
    async remove(of) {
      const entry = registry.entry(of.tenant, of.id);
      if (entry === undefined) return undefined;
      if (entry.file !== undefined) return refused(inFile(of.id, entry.file));
      await storeProfile(store, of);
      await load();
      onProfile?.(of);
      return { ok: true, value: of };
    },
  };
}

function channelsOf(registry: AgentRegistry, tenant: string): string[] {
  const own = [...registry.all()].filter((agent) => agent.tenant === tenant);
  const channels = own.flatMap(({ triggers }) =>
    triggers.flatMap((armed) => (armed.kind === "event" ? armed.trigger.channel : [])),
  );
  return [...new Set(channels)].toSorted();
}

function wrongId(path: string, id: string): Issue {
  const message = `the profile has the id ${id}, but the URL names ${path}`;
  return { code: "INVALID_FORMAT", pointer: "/id", message, hint: "Use the same id in both." };
}

function inFile(id: string, file: string): Issue {
  const message = `${id} is defined in the file ${file}`;
  return { code: "CONFLICT", pointer: "/id", message, hint: "Edit the file; changes are loaded automatically." };
}
