import { type Book, createStoredAgents } from "../agents/book.ts";
import type { Daemon } from "../agents/daemon.ts";
import type { ProfileFault } from "../contracts/api/agents.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";
import type { AgentFiles } from "./agent-files.ts";

export type LoadingParts = { files: AgentFiles; book: Book; daemon: Daemon; store: Store; log: Log };

/** Brings the profiles of files and store into the book: one time after the other, all at once. */
export interface Loading {
  load(): Promise<void>;
  /** Loads where another process has stored a profile since. */
  follow(): Promise<void>;
  faults(): readonly ProfileFault[];
}

export function createLoading({ files, book, daemon, store, log }: LoadingParts): Loading {
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
    for (const { id, why } of kept.faults) log.error("a stored profile is not in force", { id, why });
    const now = JSON.stringify([entries.map(({ agent }) => [agent.tenant, agent.profile]), faults]);
    if (now === seen) return;
    book.replace(entries);
    for (const { file, messages } of faults) log.warn("an agent's file is not in force", { file, messages });
    await daemon.reload();
    seen = now;
  };
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work).catch((error: unknown) => log.error("loading the agents failed", { error }));
    return last;
  };
  return {
    faults: () => faults,
    load: () => inTurn(load),
    follow: () => inTurn(async () => ((await stored.revision()) === revision ? undefined : load())),
  };
}
