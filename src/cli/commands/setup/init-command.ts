import { command } from "../../command.ts";
import { templateNames } from "../../workspace/workspace-template.ts";
import { json, value } from "../../options/options.ts";

export const initCommand = command("init", "Create a small workspace: a configuration, a tool, a pack and an agent.", {
  args: "[folder]",
  options: {
    template: value(
      "name",
      "shop (default: goals to plans), crm (changes that need approval), agents (events and limits), clinic (bookings) or empty",
      { choices: templateNames },
    ),
    json,
  },
  examples: ["planwright init", "planwright init shop --template crm"],
  load: async () => (await import("./init.ts")).init,
});
