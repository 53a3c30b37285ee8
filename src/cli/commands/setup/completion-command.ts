import { command } from "../../command.ts";
import { shells } from "../../completion/completion-script.ts";
import { idKinds } from "../../completion/completion-points.ts";
import { value } from "../../options/options.ts";

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
