import { z } from "zod";
import { AgentProfile } from "../contracts/react/agent-profile.ts";
import type { Store } from "../ports/store.ts";
import type { StoredRecord } from "../ports/stored-record.ts";
import { type Agent, createAgent } from "./agent.ts";
import type { AgentBook } from "./parts.ts";

/** An agent, and where its profile is kept. */
export type Entry = { agent: Agent; file?: string };

export type Book = AgentBook & {
  entry(tenant: string, id: string): Entry | undefined;
  /** All at once: nobody ever sees half of a reload. */
  replace(entries: readonly Entry[]): void;
};

export function createBook(): Book {
  let entries = new Map<string, Entry>();
  return {
    find: (tenant, id) => entries.get(keyOf(tenant, id))?.agent,
    entry: (tenant, id) => entries.get(keyOf(tenant, id)),
    all: () => [...entries.values()].map(({ agent }) => agent),
    replace(next) {
      entries = new Map(next.map((entry) => [keyOf(entry.agent.tenant, entry.agent.profile.id), entry]));
    },
  };
}

/** Profiles that came over HTTP are kept under no tenant, so that a daemon finds those of all. */
const place = { tenant: "", kind: "agents.profile" } as const;
const StoredProfile = z.strictObject({ tenant: z.string(), profile: AgentProfile });

export async function storedAgents(store: Store): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let before: string | undefined; ;) {
    const page: StoredRecord[] = await store.records({ ...place, limit: 500, ...(before !== undefined && { before }) });
    for (const { body } of page) {
      const { tenant, profile } = StoredProfile.parse(body);
      entries.push({ agent: createAgent(tenant, profile) });
    }
    before = page.at(-1)?.id;
    if (page.length < 500 || before === undefined) return entries;
  }
}

/** Adds or replaces a profile; undefined takes it away. */
export async function storeProfile(
  store: Store,
  { tenant, id }: { tenant: string; id: string },
  profile?: AgentProfile,
): Promise<void> {
  const key = { ...place, id: keyOf(tenant, id) };
  const was = (await store.record(key))?.version ?? 0;
  await store.write((tx) => {
    if (profile !== undefined)
      tx.putRecord(
        { ...key, group: tenant, body: JSON.parse(JSON.stringify({ tenant, profile })) as StoredRecord["body"] },
        was,
      );
    else if (was > 0) tx.dropRecord(key, was);
  });
}

function keyOf(tenant: string, id: string): string {
  return `${tenant} ${id}`;
}
