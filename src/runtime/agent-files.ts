import { existsSync, type FSWatcher, readdirSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { type Agent, createAgent } from "../agents/agent.ts";
import { parseProfileText, profileWarnings } from "../agents/parse-profile.ts";
import type { ProfileFault } from "../contracts/api/agents.ts";
import type { Issue } from "../plan/issue.ts";
import type { Clock } from "../ports/clock.ts";

/** A folder of profiles, read anew whenever something in it changes. */
export interface AgentFiles {
  /** Reads the folder. A file that is wrong leaves its last good version in force. */
  read(): { entries: { agent: Agent; file: string }[]; faults: ProfileFault[] };
  /** Calls once the folder has been quiet for a moment after a change; the returned function ends it. */
  watch(call: () => void): () => void;
}

const isProfile = (name: string): boolean => /\.(ya?ml|json)$/.test(name) && !name.startsWith(".");
/** An editor writes a file in several steps. */
const quietMs = 150;

export function openAgentFiles({
  folder,
  tenant,
  clock,
}: {
  folder: string;
  tenant: string;
  clock: Clock;
}): AgentFiles {
  const good = new Map<string, Agent>();
  return {
    read() {
      const names = namesIn(folder);
      const faults: ProfileFault[] = [];
      for (const file of good.keys()) if (!names.includes(file)) good.delete(file);
      for (const file of names) {
        const read = readProfile(join(folder, file), file, tenant);
        if ("agent" in read) good.set(file, read.agent);
        else faults.push({ file, messages: read.messages });
      }
      return { entries: uniqueById(good, faults), faults };
    },
    watch: (call) => watchFolder({ folder, clock }, call),
  };
}

/** How often a folder that is not there is looked for. */
const lookEveryMs = 5_000;

/** Survives the folder: one that goes and comes back, or is not there yet, is watched as soon as it is. */
function watchFolder({ folder, clock }: { folder: string; clock: Clock }, call: () => void): () => void {
  let takeBack = (): void => undefined;
  let watcher: FSWatcher | undefined;
  const soon = (ms: number, then: () => void): void => {
    takeBack();
    takeBack = clock.wake(clock.now() + ms, then);
  };
  const lose = (): void => {
    watcher?.close();
    watcher = undefined;
    soon(lookEveryMs, () => (begin() ? call() : undefined));
  };
  const begin = (): boolean => {
    try {
      watcher = watch(folder, { persistent: false }, () =>
        soon(quietMs, existsSync(folder) ? call : () => (call(), lose())),
      );
      watcher.on("error", lose);
      return true;
    } catch {
      lose();
      return false;
    }
  };
  begin();
  return () => {
    takeBack();
    watcher?.close();
  };
}

/** What is wrong with profiles, wherever they are, and what is probably not meant. */
export function checkProfiles(files: readonly { file: string; text: string }[]): {
  faults: ProfileFault[];
  warnings: string[];
} {
  const faults: ProfileFault[] = [];
  const good = new Map<string, Agent>();
  for (const { file, text } of files) {
    const parsed = parseProfileText({ text, file });
    if (parsed.ok) good.set(file, createAgent("", parsed.value));
    else faults.push({ file, messages: messagesOf(parsed.issues) });
  }
  const entries = uniqueById(good, faults);
  return { faults, warnings: entries.flatMap(({ agent }) => profileWarnings(agent.profile)) };
}

function messagesOf(issues: readonly Issue[]): string[] {
  return issues.map(({ message, hint }) => (hint === undefined ? message : `${message}. ${hint}`));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(isProfile).toSorted();
  } catch {
    return [];
  }
}

function readProfile(path: string, file: string, tenant: string): { agent: Agent } | { messages: string[] } {
  try {
    const parsed = parseProfileText({ text: readFileSync(path, "utf8"), file });
    if (parsed.ok) return { agent: createAgent(tenant, parsed.value) };
    return { messages: messagesOf(parsed.issues) };
  } catch {
    return { messages: [`${file} cannot be read.`] };
  }
}

/** An id that stands in two files is that of the first; the other is a fault. */
function uniqueById(good: ReadonlyMap<string, Agent>, faults: ProfileFault[]): { agent: Agent; file: string }[] {
  const byId = new Map<string, string>();
  return [...good].flatMap(([file, agent]) => {
    const first = byId.get(agent.profile.id);
    if (first !== undefined)
      faults.push({ file, messages: [`${agent.profile.id} stands in ${first} already. Give it another id.`] });
    else byId.set(agent.profile.id, file);
    return first === undefined ? [{ agent, file }] : [];
  });
}
