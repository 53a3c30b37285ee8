import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { draftKind } from "../../drafts/draft-records.ts";
import type { Store } from "../../ports/store.ts";
import { openAgentFiles } from "../agents/agent-files.ts";
import { type BackendLocation, databaseUrl, openBackend } from "./backend.ts";
import { loadConfig } from "../config/config.ts";
import { systemClock } from "../system-clock.ts";

export type IdKind = "runs" | "drafts" | "agents";

/** As many as a shell completion can usefully show. */
const limit = 50;

/** Ids for shell completion, newest first. Starts no tool servers and creates no data folder. */
export async function knownIds(kind: IdKind, place: BackendLocation & { workspace: string }): Promise<string[]> {
  if (kind === "agents") return agentIds(place.workspace);
  if (databaseUrl(place.env ?? {}) === undefined && !existsSync(join(place.folder, "planwright.db"))) return [];
  const backend = openBackend(place);
  try {
    return await (kind === "runs" ? runIds(backend.store) : draftIds(backend.store));
  } finally {
    await backend.close();
  }
}

const tenant = "local";

async function runIds(store: Store): Promise<string[]> {
  return (await store.runs({ tenant, limit })).map(({ id }) => id);
}

async function draftIds(store: Store): Promise<string[]> {
  return (await store.records({ tenant, kind: draftKind, limit })).map(({ id }) => id);
}

function agentIds(workspace: string): string[] {
  const loaded = loadConfig(workspace);
  if (!loaded.ok) return [];
  const { config, folder } = loaded.value;
  const place = { folder: resolve(folder, config.agents.folder), tenant: config.agents.tenant, clock: systemClock };
  return openAgentFiles(place)
    .read()
    .entries.map(({ agent }) => agent.profile.id);
}
