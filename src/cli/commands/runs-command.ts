import { RunState } from "../../contracts/api/run.ts";
import type { Command } from "../command.ts";
import { folderOptions } from "../folder-options.ts";
import { json } from "../json-option.ts";

/** `planwright runs`: works on the data folder, or at a server. */
export const runsCommand: Command = {
  name: "runs",
  summary: "Look at runs, and decide what they wait for.",
  commands: [
    {
      name: "list",
      summary: "The newest runs.",
      options: {
        limit: { type: "string", value: "n", summary: "How many; 20 by default" },
        status: { type: "string", value: "state", choices: RunState.options, summary: "Only runs that stand so" },
        ...folderOptions,
        json,
      },
      examples: ["planwright runs list", "planwright runs list --status waiting"],
      load: async () => (await import("./runs.ts")).list,
      there: async () => (await import("../there/runs.ts")).list,
    },
    {
      name: "show",
      summary: "One run: its steps, its outcome, what it waits for.",
      args: "<run>",
      minArgs: 1,
      options: { ...folderOptions, json },
      load: async () => (await import("./runs.ts")).show,
      there: async () => (await import("../there/runs.ts")).show,
    },
    {
      name: "cancel",
      summary: "Ask a run to end; calls under way are told, what is done stays done.",
      args: "<run>",
      minArgs: 1,
      options: {
        reason: { type: "string", value: "text", summary: "Why" },
        ...folderOptions,
        json,
      },
      load: async () => (await import("./runs.ts")).cancel,
      there: async () => (await import("../there/runs.ts")).cancel,
    },
    {
      name: "export",
      summary: "Everything about a run as one JSON document: plan, journal, rows, waits.",
      args: "<run>",
      minArgs: 1,
      options: {
        out: { type: "string", value: "file", summary: "Instead of standard output" },
        ...folderOptions,
        json,
      },
      load: async () => (await import("./runs.ts")).exportRun,
      there: async () => (await import("../there/runs.ts")).exportRun,
    },
    {
      name: "waits",
      summary: "What waits for a person.",
      options: { ...folderOptions, json },
      load: async () => (await import("./runs.ts")).waits,
      there: async () => (await import("../there/runs.ts")).waits,
    },
    {
      name: "decide",
      summary: "Decide what a run waits for; the run goes on at once.",
      args: "<wait> <retry|edit|skip|abort|approve|done|resend>",
      minArgs: 2,
      options: {
        args: { type: "string", value: "json", summary: "The new arguments, for edit" },
        output: { type: "string", value: "json", summary: "What came of it, for done" },
        ...folderOptions,
        json,
      },
      load: async () => (await import("./runs.ts")).decide,
      there: async () => (await import("../there/runs.ts")).decide,
    },
    {
      name: "rerun",
      summary: "Carry a step and all that depends on it out anew, as a new run linked to the old.",
      args: "<run>",
      minArgs: 1,
      options: {
        from: { type: "string", value: "step", summary: "The first step to carry out anew" },
        args: { type: "string", value: "json", summary: "Its arguments instead of the plan's" },
        ...folderOptions,
        json,
      },
      load: async () => (await import("./runs.ts")).rerun,
      there: async () => (await import("../there/runs.ts")).rerun,
    },
  ],
};
