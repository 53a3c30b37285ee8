import { join } from "node:path";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { Toolbox } from "../plan/tool-spec.ts";
import { createBuiltinTools } from "../tools/builtin/builtin-tools.ts";
import { createDemoTools } from "../tools/demo/demo-tools.ts";
import { openDemoState } from "../tools/demo/state.ts";
import { createHttp } from "../tools/http/http.ts";
import { createRegistry } from "../tools/registry.ts";
import { createVerbs, defaultMaxOutputBytes } from "../tools/verbs.ts";

export type DefaultVerbs = { verbs: Verbs; toolbox(tenant: string): Toolbox };

/** The verbs that are there without configuration: the built-in tools, and the demo's over books kept in the folder. */
export function createDefaultVerbs(parts: { folder: string; clock: Clock; log: Log }): DefaultVerbs {
  const { folder, clock, log } = parts;
  const state = openDemoState(join(folder, "demo.json"));
  const { registry } = createRegistry([
    ...createBuiltinTools({ http: createHttp(), maxBytes: defaultMaxOutputBytes }),
    ...createDemoTools({ state, clock }),
  ]);
  return { verbs: createVerbs({ registry, log, clock }), toolbox: (tenant) => registry.toolbox(tenant) };
}
