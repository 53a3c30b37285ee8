import type { Io } from "../command.ts";

/** How the user started the program: installed, with npx, or with an npm script of a clone. */
export function programName({ npm_command: command, npm_lifecycle_event: script }: Io["env"]): string {
  if (command === "exec") return "npx planwright";
  return script === "start" || script === "planwright" ? "npm run planwright --" : "planwright";
}
