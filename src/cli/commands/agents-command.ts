import type { Command } from "../command.ts";
import { folderOptions } from "../folder-options.ts";
import { json } from "../json-option.ts";
import { remoteOptions } from "../remote.ts";

const common = { ...folderOptions, ...remoteOptions, json } as const;
const limit = { type: "string", value: "n", summary: "How many; 20 by default" } as const;

/** `planwright agents`: works on the folder, or at a server. */
export const agentsCommand: Command = {
  name: "agents",
  summary: "Look at agents, run them, switch them on and off.",
  commands: [
    {
      name: "list",
      summary: "Every agent, when it ran and when it will.",
      options: common,
      examples: ["planwright agents list", "planwright agents list --url http://127.0.0.1:4400 --json"],
      load: async () => (await import("./agents.ts")).list,
    },
    {
      name: "show",
      summary: "One agent: its triggers, its next five runs, its quota.",
      args: "<agent>",
      minArgs: 1,
      options: common,
      load: async () => (await import("./agents.ts")).show,
    },
    {
      name: "check",
      summary: "Prove profiles; every fault with its file, line and column. Exit 3 when there is one.",
      args: "<file>...",
      minArgs: 1,
      maxArgs: 1000,
      options: { json },
      examples: ["planwright agents check agents/*.yaml"],
      load: async () => (await import("./agents-check.ts")).check,
    },
    {
      name: "run",
      summary: "Run an agent now, within its limits. Exit 1 when it failed, 5 when its limits do not let it.",
      args: "<agent>",
      minArgs: 1,
      options: {
        goal: { type: "string", value: "text", summary: "Another goal than its own, this once" },
        force: { type: "boolean", summary: "Past quota and interval; the decision says so" },
        ...common,
      },
      load: async () => (await import("./agents.ts")).run,
    },
    {
      name: "enable",
      summary: "Let an agent's triggers fire.",
      args: "<agent>",
      minArgs: 1,
      options: common,
      load: async () => (await import("./agents.ts")).enable,
    },
    {
      name: "disable",
      summary: "Let no trigger of an agent fire.",
      args: "<agent>",
      minArgs: 1,
      options: common,
      load: async () => (await import("./agents.ts")).disable,
    },
    {
      name: "runs",
      summary: "The newest runs of an agent.",
      args: "<agent>",
      minArgs: 1,
      options: { limit, ...common },
      load: async () => (await import("./agents.ts")).runs,
    },
    {
      name: "export",
      summary: "Every run record of an agent as JSON Lines, the oldest first.",
      args: "<agent>",
      minArgs: 1,
      options: { out: { type: "string", value: "file", summary: "Instead of standard output" }, ...common },
      load: async () => (await import("./agents.ts")).exportRuns,
    },
  ],
};

export const whyCommand: Command = {
  name: "why",
  summary: "Why an agent ran, and why it did not: its latest decisions in sentences.",
  args: "<agent>",
  minArgs: 1,
  options: { limit, ...common },
  examples: ["planwright why agent.stale_deals"],
  load: async () => (await import("./agents.ts")).why,
};

export const eventsCommand: Command = {
  name: "events",
  summary: "Publish events, and see them come.",
  commands: [
    {
      name: "publish",
      summary: "Tell that something happened, over Redis where REDIS_URL names one; the same id counts once.",
      args: "<channel> [payload]",
      minArgs: 1,
      maxArgs: 2,
      options: { id: { type: "string", value: "text", summary: "The event's id; a new one by default" }, ...common },
      examples: [`planwright events publish orion:hub:session_end '{"duration_sec":420}' --id s-17`],
      load: async () => (await import("./events.ts")).publish,
    },
    {
      name: "dead",
      summary: "Events on the bus that could not be taken, and why.",
      options: { limit, ...common },
      load: async () => (await import("./events.ts")).dead,
    },
    {
      name: "tail",
      staysOn: true,
      summary: "Events as the bus delivers them, until interrupted; needs REDIS_URL.",
      args: "<channel>...",
      minArgs: 1,
      maxArgs: 100,
      options: { json },
      load: async () => (await import("./events.ts")).tail,
    },
  ],
};
