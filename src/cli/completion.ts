import type { Command } from "./command.ts";
import { bashScript } from "./completion/bash.ts";
import { fishScript } from "./completion/fish.ts";
import { placesOf } from "./completion/places.ts";
import { zshScript } from "./completion/zsh.ts";

export const shells = ["bash", "zsh", "fish"] as const;

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** The script that makes a shell know the commands of the tree, their options and the words those take. */
export function completionScript(shell: (typeof shells)[number], tree: readonly Command[]): string {
  return scripts[shell](placesOf(tree));
}
