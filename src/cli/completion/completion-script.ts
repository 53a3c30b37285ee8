import type { Command } from "../command.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { completionPoints } from "./completion-points.ts";
import { zshScript } from "./zsh.ts";

export const shells = ["bash", "zsh", "fish"] as const;

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Generates the completion script of a shell from the command tree. */
export function completionScript(shell: (typeof shells)[number], tree: readonly Command[]): string {
  return scripts[shell](completionPoints(tree));
}
