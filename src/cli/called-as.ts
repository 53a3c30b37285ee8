import type { Io } from "./command.ts";

/** The program as whoever reads the next line can type it: installed, found by npx, or from a clone's npm scripts. */
export function calledAs({ npm_command: command, npm_lifecycle_event: script }: Io["env"]): string {
  if (command === "exec") return "npx planwright";
  return script === "start" || script === "planwright" ? "npm run planwright --" : "planwright";
}
