import { command } from "../../command.ts";
import { packFileCommands } from "../packs/pack-file-commands.ts";
import { boolean, limitOption, placeOptions, value } from "../../options/options.ts";

const as = value("id", 'Who teaches; "cli" by default. A server uses the owner of the key');
const limit = limitOption;

/** `planwright teach`: a request and the plan that is right for it. */
export const teachCommand = command(
  "teach",
  "Teach a request by its right plan. Prints the derived rule. Exit 3 if the lesson is refused.",
  {
    args: '"<request>"',
    options: {
      plan: value("file|-", "The right plan: any contract, or the output of plan --json"),
      fixed: value(
        "param",
        "A parameter whose value is constant although the request does not say it (repeatable; * for all)",
        { multiple: true },
      ),
      rule: value("file.yaml", "The rule as you edited it"),
      now: value("ISO", "Time of the request, the base of relative dates"),
      zone: value("IANA", "Time zone of the request; UTC by default"),
      "dry-run": boolean("Derive and check the rule without keeping it"),
      as,
      ...placeOptions,
    },
    examples: ['planwright teach "get Bearing House to quote 40 of BRG-6204" --plan plan.json --dry-run'],
    load: async () => (await import("./lessons.ts")).teach,
  },
);

/** `planwright lessons`: what was taught. */
export const lessonsCommand = command("lessons", "Lessons that were taught: list, search, show, revoke, export.", {
  commands: [
    command("list", "List the newest lessons.", {
      options: { limit, ...placeOptions },
      load: async () => (await import("./lessons.ts")).list,
    }),
    command("search", "Find lessons by words of the request, tool or teacher. Exit 1 if nothing is found.", {
      args: "<words>…",
      options: { limit, ...placeOptions },
      load: async () => (await import("./lessons.ts")).search,
    }),
    command("show", "Show a lesson: its plan, how the rule was derived, and the rule.", {
      args: "<lesson>",
      options: placeOptions,
      load: async () => (await import("./lessons.ts")).show,
    }),
    command("revoke", "Revoke a lesson. Its rule no longer plans.", {
      args: "<lesson>",
      options: { as, ...placeOptions },
      load: async () => (await import("./lessons.ts")).revoke,
    }),
    command("export", "Print the taught rules as a pack in YAML.", {
      options: placeOptions,
      load: async () => (await import("./lessons.ts")).exportRules,
    }),
  ],
});

/** `planwright packs`: packs as code, and versions of the taught pack. */
export const packsCommand = command(
  "packs",
  "Check and test packs; list, compare and restore versions of the taught rules.",
  {
    commands: [
      ...packFileCommands,
      command("versions", "List the versions, newest first.", {
        options: { limit, ...placeOptions },
        load: async () => (await import("./lessons.ts")).versions,
      }),
      command("diff", "Lessons that were added and removed since a version, or between two.", {
        args: "<version> [<version>]",
        options: placeOptions,
        examples: ["planwright packs diff 3"],
        load: async () => (await import("./lessons.ts")).diff,
      }),
      command("revert", "Return to the rules of an earlier version, as a new version.", {
        args: "<version>",
        options: { as, ...placeOptions },
        load: async () => (await import("./lessons.ts")).revert,
      }),
    ],
  },
);
