import { z } from "zod";
import type { VerbLevels } from "../../agents/profile/autonomy.ts";
import { ownLevels } from "../agents/agent-verbs.ts";

const verbs = z.array(z.string().min(1)).default([]);

/** `agents:` of `planwright.yaml`. */
export const AgentsConfig = z.strictObject({
  folder: z.string().min(1).default("agents").describe("folder with one profile per file"),
  tenant: z.string().min(1).default("local").describe("tenant of the agents in the folder and of events from Redis"),
  owner: z
    .string()
    .min(1)
    .optional()
    .describe("decides on Drafts of agents whose profile names no owner; by default every operator of the tenant may"),
  levels: z
    .strictObject({
      internal: verbs.describe("verbs that level 0 may call"),
      notify: verbs.describe("additional verbs for level 1"),
      knobs: verbs.describe("additional verbs for level 2"),
    })
    .prefault({})
    .describe("writing verbs by autonomy level: internal 0, notify 1, knobs 2"),
  keep_days: z.int().min(1).max(3650).default(30).describe("how long decisions and event ids are kept"),
  keep_entries_days: z.int().min(1).max(36_500).default(365).describe("how long notices and collapse entries are kept"),
  planner_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("server with POST /plan/react; this process plans by default"),
  max_tokens_per_day: z.int().min(1).optional().describe("token limit per UTC day for all agents of a tenant"),
});
export type AgentsConfig = z.infer<typeof AgentsConfig>;

export function levelsOf({ levels: { internal, notify, knobs } }: AgentsConfig): VerbLevels {
  return {
    internal: new Set([...ownLevels.internal, ...internal]),
    notify: new Set([...ownLevels.notify, ...notify]),
    knobs: new Set([...ownLevels.knobs, ...knobs]),
  };
}
