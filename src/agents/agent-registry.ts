import { z } from "zod";
import { AgentProfile } from "../contracts/react/agent-profile.ts";
import { type Json, toJson } from "../plan/json.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Store } from "../ports/store.ts";
import { type Agent, createAgent } from "./profile/agent.ts";
import { checkProfile } from "./profile/parse-profile.ts";
import type { AgentDirectory } from "./agent-deps.ts";
import { eachRecord, maxAttempts } from "./records.ts";

/** An agent, and the file of its profile. */
type AgentEntry = { agent: Agent; file?: string };

export type AgentRegistry = AgentDirectory & {
  entry(tenant: string, id: string): AgentEntry | undefined;
  /** Atomic: no reader sees a partial reload. */
  replace(entries: readonly AgentEntry[]): void;
};

export function createAgentRegistry(): AgentRegistry {
  let entries = new Map<string, AgentEntry>();
  return {
    find: (tenant, id) => entries.get(keyOf(tenant, id))?.agent,
    entry: (tenant, id) => entries.get(keyOf(tenant, id)),
    all: () => [...entries.values()].map(({ agent }) => agent),
    replace(next) {
      entries = new Map(next.map((entry) => [keyOf(entry.agent.tenant, entry.agent.profile.id), entry]));
    },
  };
}

/** Profiles from HTTP are stored under no tenant, so that a daemon finds those of all tenants. */
const place = { tenant: "", kind: "agents.profile" } as const;
/** Its version counts all profile changes, so that readers can detect one. */
const revisionKey = { tenant: "", kind: "agents.profiles", id: "revision" } as const;
const StoredProfile = z.strictObject({ tenant: z.string(), profile: AgentProfile });

interface StoredAgents {
  revision(): Promise<number>;
  /** A profile that this release does not accept is reported and does not block the others. */
  read(): Promise<{ entries: AgentEntry[]; faults: { id: string; why: string }[] }>;
}

/** The profiles in the store. An unchanged profile keeps its Agent object. */
export function createStoredAgents(store: Store): StoredAgents {
  let known = new Map<string, { version: number; entry: AgentEntry }>();
  return {
    revision: async () => (await store.record(revisionKey))?.version ?? 0,
    async read() {
      const next: typeof known = new Map();
      const faults: { id: string; why: string }[] = [];
      await eachRecord(store, place, ({ id, version, body }) => {
        const same = known.get(id);
        const found = same?.version === version ? same.entry : toEntry(body);
        if ("agent" in found) next.set(id, { version, entry: found });
        else faults.push({ id, why: found.why });
      });
      known = next;
      return { entries: [...next.values()].map(({ entry }) => entry), faults };
    },
  };
}

function toEntry(body: Json): AgentEntry | { why: string } {
  const parsed = StoredProfile.safeParse(body);
  if (!parsed.success) return { why: parsed.error.message };
  const { tenant, profile } = parsed.data;
  const [issue] = checkProfile(profile);
  return issue === undefined ? { agent: createAgent(tenant, profile) } : { why: `${issue.pointer}: ${issue.message}` };
}

/** Adds or replaces a profile; undefined removes it. */
export async function storeProfile(
  store: Store,
  { tenant, id }: { tenant: string; id: string },
  profile?: AgentProfile,
): Promise<void> {
  const key = { ...place, id: keyOf(tenant, id) };
  const body = profile === undefined ? undefined : toJson({ tenant, profile });
  for (let attempt = 1; ; attempt += 1) {
    const was = (await store.record(key))?.version ?? 0;
    const revision = (await store.record(revisionKey))?.version ?? 0;
    try {
      return await store.write((tx) => {
        tx.putRecord({ ...revisionKey, body: null }, revision);
        if (body !== undefined) tx.putRecord({ ...key, group: tenant, body }, was);
        else if (was > 0) tx.dropRecord(key, was);
      });
    } catch (error) {
      if (!isConflict(error) || attempt >= maxAttempts) throw error;
    }
  }
}

function keyOf(tenant: string, id: string): string {
  return `${tenant} ${id}`;
}
