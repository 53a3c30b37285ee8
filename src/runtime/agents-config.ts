import { z } from "zod";
import type { VerbLevels } from "../agents/autonomy.ts";
import { ownLevels } from "./agent-verbs.ts";

const verbs = z.array(z.string().min(1)).default([]);

/** `agents:` of `planwright.yaml`. */
export const AgentsConfig = z.strictObject({
  folder: z.string().min(1).default("agents").describe("where profiles are, one a file"),
  tenant: z
    .string()
    .min(1)
    .default("local")
    .describe("whose agents those of the folder are, and whose events come over Redis"),
  owner: z.string().min(1).default("dev").describe("who decides on Drafts of agents whose profile names no owner"),
  levels: z
    .strictObject({
      internal: verbs.describe("what level 0 may call by itself"),
      notify: verbs.describe("what level 1 may call besides"),
      knobs: verbs.describe("what level 2 may call besides"),
    })
    .prefault({})
    .describe("verbs that write, by the level of autonomy that covers them: internal 0, notify 1, knobs 2"),
  keep_days: z.int().min(1).max(3650).default(30).describe("how long decisions and the ids of events are kept"),
  keep_entries_days: z.int().min(1).max(36_500).default(365).describe("how long notices and collapse entries are kept"),
  planner_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("a server with POST /plan/react; this process plans where it is not given"),
  max_tokens_per_day: z.int().min(1).optional().describe("for all agents of a tenant together, by UTC days"),
});
export type AgentsConfig = z.infer<typeof AgentsConfig>;

export function levelsOf({ levels: { internal, notify, knobs } }: AgentsConfig): VerbLevels {
  return {
    internal: new Set([...ownLevels.internal, ...internal]),
    notify: new Set([...ownLevels.notify, ...notify]),
    knobs: new Set([...ownLevels.knobs, ...knobs]),
  };
}
