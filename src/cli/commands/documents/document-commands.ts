import { type Command, command } from "../../command.ts";
import { boolean, json, number, value } from "../../options/options.ts";

/** Commands for JSON documents. */
export const documentCommands: readonly Command[] = [
  command("hash", "Print the content hash of a JSON document.", {
    args: "<file|->",
    options: {
      full: boolean("All 64 hex digits instead of the first 16"),
      input: boolean("The document is a planner's input: print its plan_input_hash (contract 4)"),
      json,
    },
    examples: ["planwright hash plan.json", 'planwright plan "what is in quote Q-0192?" --json | planwright hash -'],
    load: async () => (await import("./hash.ts")).hash,
  }),
  command("canonical", "Print the canonical form of a JSON document: the bytes that are hashed.", {
    args: "<file|->",
    options: { json },
    examples: ["planwright canonical plan.json | sha256sum"],
    load: async () => (await import("./hash.ts")).canonical,
  }),
  command("diff", "Compare two JSON documents; steps are matched by id. Exit 0 if equal, 1 if not.", {
    args: "<before> <after>",
    options: {
      plan: boolean("Compare as plans: ignore creation time, tokens and cost"),
      bytes: boolean("Compare the raw files; show the first byte that differs"),
      json,
    },
    examples: ["planwright diff before.json after.json", "planwright diff --plan a.json b.json --json"],
    load: async () => (await import("./diff.ts")).diff,
  }),
  command("validate", "Validate a document against a contract and print all violations. Exit 3 if there are any.", {
    args: "<file|->",
    options: {
      contract: value("name", "service, structured (default), actions, determinism or react", {
        choices: ["service", "structured", "actions", "determinism", "react"],
      }),
      tools: value("manifest.json", "Tools that the plan may use, with their schemas"),
      steps: number("N", "Requested number of steps", [1, 99_999]),
      json,
    },
    examples: [
      "planwright validate plan.json",
      "planwright validate response.json --contract service --tools tools.json",
      "planwright validate - --steps 3 --json < plan.json",
    ],
    load: async () => (await import("./validate.ts")).validate,
    loadRemote: async () => (await import("../../remote/planning.ts")).validate,
  }),
];
