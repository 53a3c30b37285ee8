import type { Command } from "../../command.ts";
import { shells } from "../../completion/completion-script.ts";
import { idKinds } from "../../completion/completion-points.ts";

export const completionCommand: Command = {
  name: "completion",
  summary: "Print a completion script for commands, options, values and ids.",
  args: "<shell>",
  choices: shells,
  options: {
    ids: {
      type: "string",
      value: "kind",
      choices: idKinds,
      summary: "Print ids of this kind instead; used by the script",
    },
  },
  examples: [
    "planwright completion bash >> ~/.bashrc",
    'planwright completion zsh > "${fpath[1]}/_planwright"',
    "planwright completion fish > ~/.config/fish/completions/planwright.fish",
  ],
  load: async () => (await import("./completion.ts")).completion,
};
