import type { Command } from "../command.ts";
import { shells } from "../completion.ts";
import { idKinds } from "../completion/places.ts";

export const completionCommand: Command = {
  name: "completion",
  summary: "Print what makes a shell complete commands, options, their words, and ids.",
  args: "<shell>",
  minArgs: 1,
  choices: shells,
  options: {
    ids: {
      type: "string",
      value: "kind",
      choices: idKinds,
      summary: "Print these ids instead; so the script asks for them",
    },
  },
  examples: [
    "planwright completion bash >> ~/.bashrc",
    'planwright completion zsh > "${fpath[1]}/_planwright"',
    "planwright completion fish > ~/.config/fish/completions/planwright.fish",
  ],
  load: async () => (await import("./completion.ts")).completion,
};
