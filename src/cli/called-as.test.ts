import { expect, it } from "vitest";
import { calledAs } from "./called-as.ts";

// A next step that cannot be typed as it stands is none.
it.each([
  [{}, "planwright"],
  [{ npm_command: "exec" }, "npx planwright"],
  [{ npm_command: "start", npm_lifecycle_event: "start" }, "npm run planwright --"],
  [{ npm_command: "run", npm_lifecycle_event: "planwright" }, "npm run planwright --"],
  [{ npm_command: "run", npm_lifecycle_event: "test" }, "planwright"],
])("is called by the word that %j can type", (env, word) => {
  expect(calledAs(env)).toBe(word);
});
