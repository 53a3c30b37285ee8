import { RunState } from "../../../contracts/api/run.ts";
import type { Command } from "../../command.ts";
import { folderOptions } from "../../options/folder-options.ts";
import { json } from "../../options/json-option.ts";

/** `planwright runs`: local or remote. */
export const runsCommand: Command = {
  name: "runs",
  summary: "List and inspect runs, and decide what they wait for.",
  commands: [
    {
      name: "list",
      summary: "List the newest runs.",
      options: {
        limit: { type: "string", value: "n", summary: "How many; 20 by default" },
        status: { type: "string", value: "state", choices: RunState.options, summary: "Only runs in this state" },
        ...folderOptions,
        json,
      },
      examples: ["planwright runs list", "planwright runs list --status waiting"],
      load: async () => (await import("./runs.ts")).list,
      loadRemote: async () => (await import("../../remote/runs.ts")).list,
    },
    {
      name: "show",
      summary: "Show a run: steps, outcome, open decisions.",
      args: "<run>",
      options: { ...folderOptions, json },
      load: async () => (await import("./runs.ts")).show,
      loadRemote: async () => (await import("../../remote/runs.ts")).show,
    },
    {
      name: "cancel",
      summary: "Cancel a run. Calls in progress are aborted; completed steps stay.",
      args: "<run>",
      options: {
        reason: { type: "string", value: "text", summary: "Why" },
        ...folderOptions,
        json,
      },
      load: async () => (await import("./runs.ts")).cancel,
      loadRemote: async () => (await import("../../remote/runs.ts")).cancel,
    },
    {
      name: "export",
      summary: "Export a run as one JSON document: plan, journal, results, decisions.",
      args: "<run>",
      options: {
        out: { type: "string", value: "file", summary: "Write to this file instead of standard output" },
        ...folderOptions,
        json,
      },
      load: async () => (await import("./runs.ts")).exportRun,
      loadRemote: async () => (await import("../../remote/runs.ts")).exportRun,
    },
    {
      name: "waits",
      summary: "List what waits for a decision.",
      options: {
        assignee: { type: "string", value: "person", summary: "Only what this person is asked" },
        ...folderOptions,
        json,
      },
      load: async () => (await import("./runs.ts")).waits,
      loadRemote: async () => (await import("../../remote/runs.ts")).waits,
    },
    {
      name: "decide",
      summary: "Decide what a run waits for. The run continues immediately.",
      args: "<wait> <retry|edit|skip|abort|approve|done|resend|answer> [answer]",
      options: {
        args: { type: "string", value: "json", summary: "New arguments, for edit" },
        output: { type: "string", value: "json", summary: "Output of the step, for done" },
        reason: { type: "string", value: "text", summary: "Why; kept with the decision" },
        ...folderOptions,
        json,
      },
      load: async () => (await import("./runs.ts")).decide,
      loadRemote: async () => (await import("../../remote/runs.ts")).decide,
    },
    {
      name: "assign",
      summary: "Ask another person to decide what a run waits for.",
      args: "<wait> <person>",
      options: {
        reason: { type: "string", value: "text", summary: "Why" },
        ...folderOptions,
        json,
      },
      load: async () => (await import("./runs.ts")).assign,
      loadRemote: async () => (await import("../../remote/runs.ts")).assign,
    },
    {
      name: "rerun",
      summary: "Run a step and everything that depends on it again, as a new linked run.",
      args: "<run>",
      options: {
        from: { type: "string", value: "step", summary: "First step to run again" },
        args: { type: "string", value: "json", summary: "Arguments that replace those of the plan" },
        ...folderOptions,
        json,
      },
      load: async () => (await import("./runs.ts")).rerun,
      loadRemote: async () => (await import("../../remote/runs.ts")).rerun,
    },
  ],
};
