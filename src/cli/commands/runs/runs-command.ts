import { RunState } from "../../../contracts/api/run.ts";
import { command } from "../../command.ts";
import { limitOption, placeOptions, value } from "../../options/options.ts";

/** `planwright runs`: local or remote. */
export const runsCommand = command("runs", "List and inspect runs, and decide what they wait for.", {
  commands: [
    command("list", "List the newest runs.", {
      options: {
        limit: limitOption,
        status: value("state", "Only runs in this state", { choices: RunState.options }),
        ...placeOptions,
      },
      examples: ["planwright runs list", "planwright runs list --status waiting"],
      load: async () => (await import("./runs.ts")).list,
    }),
    command("show", "Show a run: steps, outcome, open decisions.", {
      args: "<run>",
      options: placeOptions,
      load: async () => (await import("./runs.ts")).show,
    }),
    command("cancel", "Cancel a run. Calls in progress are aborted; completed steps stay.", {
      args: "<run>",
      options: { reason: value("text", "Why"), ...placeOptions },
      load: async () => (await import("./runs.ts")).cancel,
    }),
    command("export", "Export a run as one JSON document: plan, journal, results, decisions.", {
      args: "<run>",
      options: {
        out: value("file", "Write to this file instead of standard output"),
        ...placeOptions,
      },
      load: async () => (await import("./runs.ts")).exportRun,
    }),
    command("waits", "List what waits for a decision.", {
      options: {
        assignee: value("person", "Only what this person is asked"),
        ...placeOptions,
      },
      load: async () => (await import("./runs.ts")).waits,
    }),
    command("decide", "Decide what a run waits for. The run continues immediately.", {
      args: "<wait> <retry|edit|skip|abort|approve|done|resend|answer> [answer]",
      options: {
        args: value("json", "New arguments, for edit"),
        output: value("json", "Output of the step, for done"),
        reason: value("text", "Why; kept with the decision"),
        ...placeOptions,
      },
      load: async () => (await import("./runs.ts")).decide,
    }),
    command("assign", "Ask another person to decide what a run waits for.", {
      args: "<wait> <person>",
      options: { reason: value("text", "Why"), ...placeOptions },
      load: async () => (await import("./runs.ts")).assign,
    }),
    command("rerun", "Run a step and everything that depends on it again, as a new linked run.", {
      args: "<run>",
      options: {
        from: value("step", "First step to run again"),
        args: value("json", "Arguments that replace those of the plan"),
        ...placeOptions,
      },
      load: async () => (await import("./runs.ts")).rerun,
    }),
  ],
});
