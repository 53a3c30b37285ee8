import { type Command, command } from "../../command.ts";
import { folderOptions, json, value } from "../../options/options.ts";

const tools = value("file", "Tool manifest; by default the tools of planwright.yaml");

/** Packs as code: `planwright packs check` and `planwright packs test`. */
export const packFileCommands: readonly Command[] = [
  command("check", "Check packs: keys, slots, tools and arguments. Exit 3 with all problems.", {
    args: "[pack.yaml]…",
    options: { tools, ...folderOptions, json },
    examples: ["planwright packs check", "planwright packs check packs/shop.yaml"],
    load: async () => (await import("./check.ts")).check,
  }),
  command("test", "Plan the requests of case files and compare the calls. Exit 1 if one differs.", {
    args: "<cases.yaml>…",
    options: {
      tools,
      pack: value("file", "Pack to use; by default the packs of planwright.yaml", { multiple: true }),
      ...folderOptions,
      json,
    },
    examples: ["planwright packs test packs/shop.cases.yaml"],
    load: async () => (await import("./test-packs.ts")).testPacks,
  }),
];
