import { registerHooks } from "node:module";

// With `node --import ./scripts/source.ts`, "planwright" is the source of this repository: examples run as a reader of the
// package would run them, and nothing has to be built first.
const source = {
  planwright: "index.ts",
  "planwright/contracts": "contracts/index.ts",
  "planwright/testing": "testing/index.ts",
  "planwright/testing/suites": "testing/suites.ts",
  "planwright/client": "client/index.ts",
} as const satisfies Record<string, string>;

const files = new Map<string, string>(Object.entries(source));

registerHooks({
  resolve(specifier, context, next) {
    const file = files.get(specifier);
    return file === undefined
      ? next(specifier, context)
      : { url: new URL(`../src/${file}`, import.meta.url).href, shortCircuit: true };
  },
});
