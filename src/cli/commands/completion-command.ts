import type { Command } from "../command.ts";
import { shells } from "../completion.ts";

export const completionCommand: Command = {
  name: "completion",
  summary: "Print what makes a shell complete commands, options and their words.",
  args: "<shell>",
  minArgs: 1,
  choices: shells,
  examples: [
    "planwright completion bash >> ~/.bashrc",
    'planwright completion zsh > "${fpath[1]}/_planwright"',
    "planwright completion fish > ~/.config/fish/completions/planwright.fish",
  ],
  load: async () => (await import("./completion.ts")).completion,
};
