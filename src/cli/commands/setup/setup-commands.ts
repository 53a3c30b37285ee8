import { command } from "../../command.ts";
import { idKinds } from "../../completion/completion-points.ts";
import { shells } from "../../completion/completion-script.ts";
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

export const completionCommand = command(
  "completion",
  "Print a completion script for commands, options, values and ids.",
  {
    args: "<shell>",
    choices: shells,
    options: {
      ids: value("kind", "Print ids of this kind instead; used by the script", { choices: idKinds }),
    },
    examples: [
      "planwright completion bash >> ~/.bashrc",
      'planwright completion zsh > "${fpath[1]}/_planwright"',
      "planwright completion fish > ~/.config/fish/completions/planwright.fish",
    ],
    load: async () => (await import("./completion.ts")).completion,
  },
);
