import { expect, it } from "vitest";
import { programName } from "./program-name.ts";

// A next step must be a command that can be typed unchanged.
it.each([
  [{}, "planwright"],
  [{ npm_command: "exec" }, "npx planwright"],
  [{ npm_command: "start", npm_lifecycle_event: "start" }, "npm run planwright --"],
  [{ npm_command: "run", npm_lifecycle_event: "planwright" }, "npm run planwright --"],
  [{ npm_command: "run", npm_lifecycle_event: "test" }, "planwright"],
])("is called by the word that %j can type", (env, word) => {
  expect(programName(env)).toBe(word);
});
