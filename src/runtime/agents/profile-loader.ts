import { type AgentRegistry, createStoredAgents } from "../../agents/agent-registry.ts";
import type { Daemon } from "../../agents/daemon.ts";
import type { ProfileFault } from "../../contracts/api/agents.ts";
import type { Log } from "../../ports/log.ts";
import type { Store } from "../../ports/store.ts";
import type { AgentFiles } from "./agent-files.ts";

type ProfileLoaderParts = { files: AgentFiles; registry: AgentRegistry; daemon: Daemon; store: Store; log: Log };

/** Loads the profiles of the folder and the store into the registry. Loads never overlap. */
export interface ProfileLoader {
  load(): Promise<void>;
  /** Loads again if another process has stored a profile. */
  loadIfChanged(): Promise<void>;
  faults(): readonly ProfileFault[];
}

export function createProfileLoader({ files, registry, daemon, store, log }: ProfileLoaderParts): ProfileLoader {
  const stored = createStoredAgents(store);
  let faults: ProfileFault[] = [];
  let seen = "";
  let revision = 0;
  let last: Promise<void> = Promise.resolve();
  const load = async (): Promise<void> => {
    revision = await stored.revision();
    const read = files.read();
    const kept = await stored.read();
    const taken = new Set(read.entries.map(({ agent }) => `${agent.tenant} ${agent.profile.id}`));
    const others = kept.entries.filter(({ agent }) => !taken.has(`${agent.tenant} ${agent.profile.id}`));
    const entries = [...read.entries, ...others];
    faults = read.faults;
    for (const { id, why } of kept.faults)
      log.error("stored profile is invalid and was not loaded", { event: "agents.profile_invalid", id, why });
    const now = JSON.stringify([entries.map(({ agent }) => [agent.tenant, agent.profile]), faults]);
    if (now === seen) return;
    registry.replace(entries);
    for (const { file, messages } of faults)
      log.warn("agent file is invalid and was not loaded", { event: "agents.file_invalid", file, messages });
    await daemon.reload();
    seen = now;
  };
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    last = last
      .then(work)
      .catch((error: unknown) => log.error("loading agents failed", { event: "agents.load_failed", error }));
    return last;
  };
  return {
    faults: () => faults,
    load: () => inOrder(load),
    loadIfChanged: () => inOrder(async () => ((await stored.revision()) === revision ? undefined : load())),
  };
}
