import type { Command } from "../command.ts";

const json = { type: "boolean", summary: "Machine-readable output, also for what is wrong" } as const;

/** The whole command tree. A command is a row here and a handler in a file of its own name. */
export const commands: readonly Command[] = [
  {
    name: "hash",
    summary: "Print the content hash of a JSON document.",
    args: "<file|->",
    minArgs: 1,
    options: { full: { type: "boolean", summary: "All 64 hex digits instead of the first 16" }, json },
    examples: ["planwright hash plan.json", "planwright plan 'echo hello' | planwright hash -"],
    load: async () => (await import("./hash.ts")).hash,
  },
  {
    name: "canonical",
    summary: "Print the canonical form of a JSON document: the bytes that are hashed.",
    args: "<file|->",
    minArgs: 1,
    options: { json },
    examples: ["planwright canonical plan.json | sha256sum"],
    load: async () => (await import("./canonical.ts")).canonical,
  },
  {
    name: "diff",
    summary: "Compare two JSON documents; steps are matched by id. Exit 0 when equal, 1 when not.",
    args: "<before> <after>",
    minArgs: 2,
    options: {
      plan: { type: "boolean", summary: "Compare as plans: leave out when they were made, tokens and cost" },
      bytes: { type: "boolean", summary: "Compare the files byte for byte and show the first difference" },
      json,
    },
    examples: ["planwright diff before.json after.json", "planwright diff --plan a.json b.json --json"],
    load: async () => (await import("./diff.ts")).diff,
  },
];
