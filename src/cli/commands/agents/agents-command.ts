import { command } from "../../command.ts";
import { boolean, folderOptions, json, limitOption, placeOptions, value } from "../../options/options.ts";

const limit = limitOption;

/** `planwright agents`: local or remote. */
export const agentsCommand = command("agents", "List agents, run them, enable and disable them.", {
  commands: [
    command("list", "List agents with their last and next run.", {
      options: placeOptions,
      examples: ["planwright agents list", "planwright agents list --url http://127.0.0.1:4400 --json"],
      load: async () => (await import("./agents.ts")).list,
    }),
    command("show", "Show an agent: triggers, next five runs, quota.", {
      args: "<agent>",
      options: placeOptions,
      load: async () => (await import("./agents.ts")).show,
    }),
    command(
      "check",
      "Validate profiles and the tools they name; errors have file, line and column. Exit 3 if one is invalid.",
      {
        args: "<file>...",
        options: { ...folderOptions, json },
        examples: ["planwright agents check agents/*.yaml"],
        load: async () => (await import("./agents-check.ts")).check,
      },
    ),
    command(
      "run",
      "Run an agent now, within its limits. Exit 1 if the run fails or asks, 5 if a limit prevents it, 6 if a call awaits approval.",
      {
        args: "<agent>",
        options: {
          goal: value("text", "Use this goal for this run"),
          force: boolean("Ignore quota and interval; the decision records it"),
          ...placeOptions,
        },
        load: async () => (await import("./agents.ts")).run,
      },
    ),
    command("enable", "Enable the triggers of an agent.", {
      args: "<agent>",
      options: placeOptions,
      load: async () => (await import("./agents.ts")).enable,
    }),
    command("disable", "Disable the triggers of an agent.", {
      args: "<agent>",
      options: { note: value("text", "Why; shown with the agent"), ...placeOptions },
      load: async () => (await import("./agents.ts")).disable,
    }),
    command("backfill", "Run the slots of a range in the past, at most 100. Limits count; a slot is filled once.", {
      args: "<agent>",
      options: {
        from: value("time", "First instant"),
        to: value("time", "Last instant"),
        ...placeOptions,
      },
      examples: ["planwright agents backfill plan.month-end --from 2026-08-01T00:00:00Z --to 2026-10-31T00:00:00Z"],
      load: async () => (await import("./agents.ts")).backfill,
    }),
    command("runs", "List the newest runs of an agent, or show one: its answer, changes and outputs.", {
      args: "<agent> [run]",
      options: { limit, ...placeOptions },
      load: async () => (await import("./agents.ts")).runs,
    }),
    command("export", "Export all run records of an agent as JSON Lines, oldest first.", {
      args: "<agent>",
      options: {
        out: value("file", "Write to this file instead of standard output"),
        ...placeOptions,
      },
      load: async () => (await import("./agents.ts")).exportRuns,
    }),
  ],
});

export const whyCommand = command("why", "Explain why an agent ran or did not run: its latest decisions.", {
  args: "<agent>",
  options: { limit, ...placeOptions },
  examples: ["planwright why agent.stale_deals"],
  load: async () => (await import("./agents.ts")).why,
});

export const eventsCommand = command("events", "Publish and watch events.", {
  commands: [
    command("publish", "Publish an event, over Redis if REDIS_URL is set. Events with the same id count once.", {
      args: "<channel> [payload]",
      options: { id: value("text", "Event id; a new one by default"), ...placeOptions },
      examples: [`planwright events publish orion:hub:session_end '{"duration_sec":420}' --id s-17`],
      load: async () => (await import("./events.ts")).publish,
    }),
    command("dead", "List events that could not be processed, with the reason.", {
      options: { limit, ...placeOptions },
      load: async () => (await import("./events.ts")).dead,
    }),
    command("tail", "Print events as they arrive, until interrupted. Needs REDIS_URL.", {
      isLongRunning: true,
      args: "<channel>...",
      options: { json },
      load: async () => (await import("./events.ts")).tail,
    }),
  ],
});
