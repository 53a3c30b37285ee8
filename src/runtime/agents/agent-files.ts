import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Agent, createAgent } from "../../agents/profile/agent.ts";
import { parseProfileText, profileWarnings } from "../../agents/profile/parse-profile.ts";
import type { ProfileFault } from "../../contracts/api/agents.ts";
import type { Issue } from "../../plan/issue.ts";
import type { Clock } from "../../ports/clock.ts";
import { watchFolder } from "../watch-folder.ts";

/** A folder of agent profiles that is read again whenever a file changes. */
export interface AgentFiles {
  /** Reads the folder. For an invalid file the last valid version stays loaded. */
  read(): { entries: { agent: Agent; file: string }[]; faults: ProfileFault[] };
  /** Calls `call` a moment after the last change (debounced). The returned function stops watching. */
  watch(call: () => void): () => void;
}

const isProfile = (name: string): boolean => /\.(ya?ml|json)$/.test(name) && !name.startsWith(".");

export function openAgentFiles({
  folder,
  tenant,
  clock,
}: {
  folder: string;
  tenant: string;
  clock: Clock;
}): AgentFiles {
  const validAgents = new Map<string, Agent>();
  return {
    read() {
      const names = jobKeyNames(folder);
      const faults: ProfileFault[] = [];
      for (const file of validAgents.keys()) if (!names.includes(file)) validAgents.delete(file);
      for (const file of names) {
        const read = readProfile(join(folder, file), file, tenant);
        if ("agent" in read) validAgents.set(file, read.agent);
        else faults.push({ file, messages: read.messages });
      }
      return { entries: uniqueById(validAgents, faults), faults };
    },
    watch: (call) => watchFolder({ folder, clock }, call),
  };
}

/** Checks the texts of profiles for errors and probable mistakes. Tools are looked up if they are known. */
export function checkProfiles(
  files: readonly { file: string; text: string }[],
  tools?: ReadonlySet<string>,
): {
  faults: ProfileFault[];
  warnings: string[];
} {
  const faults: ProfileFault[] = [];
  const good = new Map<string, Agent>();
  for (const { file, text } of files) {
    const parsed = parseProfileText({ text, file }, tools);
    if (parsed.ok) good.set(file, createAgent("", parsed.value));
    else faults.push({ file, messages: messagesOf(parsed.issues) });
  }
  const entries = uniqueById(good, faults);
  return { faults, warnings: entries.flatMap(({ agent }) => profileWarnings(agent.profile)) };
}

function messagesOf(issues: readonly Issue[]): string[] {
  return issues.map(({ message, hint }) => (hint === undefined ? message : `${message}. ${hint}`));
}

function jobKeyNames(folder: string): string[] {
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

/** If two files have the same id, the first one wins and the other is reported. */
function uniqueById(good: ReadonlyMap<string, Agent>, faults: ProfileFault[]): { agent: Agent; file: string }[] {
  const byId = new Map<string, string>();
  return [...good].flatMap(([file, agent]) => {
    const first = byId.get(agent.profile.id);
    if (first !== undefined)
      faults.push({ file, messages: [`${agent.profile.id} is already used in ${first}. Use another id.`] });
    else byId.set(agent.profile.id, file);
    return first === undefined ? [{ agent, file }] : [];
  });
}
