import { join } from "node:path";
import type { CheckResult } from "../plan/check-result.ts";
import type { Pack } from "../planners/packs/pack.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Knowledge } from "../ports/knowledge.ts";
import type { Log } from "../ports/log.ts";
import type { Env } from "../tools/config/secret-text.ts";
import type { Dial } from "../tools/http/dial.ts";
import type { Policy } from "../tools/policy.ts";
import type { Tool } from "../tools/tool.ts";
import { type Backend, openBackend } from "./backend.ts";
import type { Cassette } from "./cassette.ts";
import { type Changes, createChanges } from "./changes.ts";
import { type Config, loadConfig } from "./config.ts";
import { loadConfiguredPacks } from "./configured-packs.ts";
import { createMetrics } from "./metrics.ts";
import { createOtelTrace } from "./otel-trace.ts";
import type { PlanningParts } from "./planning.ts";
import type { ReasoningModel, Veto } from "./react.ts";
import { systemClock } from "./system-clock.ts";
import { bilingualTerms } from "./terms.ts";
import { createTimeIds } from "./time-ids.ts";
import type { Watchers } from "./watch-planning.ts";
import { type Noted, watchStore } from "./watch-store.ts";

export type OpenParts = {
  /** Where `planwright.yaml` is looked for; the working folder by default. */
  folder?: string;
  /** Another configuration than the folder's own. */
  configFile?: string;
  /** Where what is not in a database of its own is kept; `.planwright` of the folder by default. */
  dataFolder?: string;
  /** Where `DATABASE_URL` and secrets named in the configuration are read from; the process's own by default. */
  env?: Env;
  /** Silent by default. */
  log?: Log;
  clock?: Clock;
  /** Tools written in code, beside those of the configuration. */
  tools?: readonly Tool[];
  /** Planners besides the built-in ones, each with what is declared about it. */
  planners?: PlanningParts["more"];
  /** Asked before every call. Give `policy_version` of the configuration a new value when they change. */
  policies?: readonly Policy[];
  /** Calls of models and verbs are written down, or played back with the network off. */
  cassette?: Cassette;
  /** How connections are made; Node's own by default. */
  dial?: Dial;
  /** The model that reasons in ReAct runs, in the place of the configured one. */
  reasoning?: ReasoningModel;
  /** Asked before every call of a ReAct run, with the run's request. */
  vetoes?: readonly Veto[];
};

/** What every room stands on: the configuration, what is kept, time, and whoever watches. */
export type Ground = {
  given: OpenParts;
  config: Config;
  /** Paths of the configuration count from here. */
  folder: string;
  packs: readonly Pack[];
  dataFolder: string;
  backend: Backend;
  knowledge: Knowledge;
  watchers: Watchers;
  changes: Changes;
  env: Env;
  clock: Clock;
  ids: Ids;
  log: Log;
};

export function openGround(given: OpenParts): CheckResult<Ground> {
  const { folder: home = ".", clock = systemClock, log = silent, env = process.env } = given;
  const loaded = loadConfig(home, given.configFile);
  if (!loaded.ok) return loaded;
  const packs = loadConfiguredPacks(loaded.value);
  if (!packs.ok) return packs;
  const dataFolder = given.dataFolder ?? join(home, ".planwright");
  const backend = openBackend({ folder: dataFolder, env });
  const ids = createTimeIds(clock);
  const changes = createChanges(ids);
  const tell = ({ tenant, kind, id }: Noted): void => {
    if (kind !== "react") changes.tell(tenant, { kind, id });
    backend.notices.send({ tenant, kind, id });
  };
  const value: Ground = {
    given,
    ...loaded.value,
    packs: packs.value,
    dataFolder,
    backend: { ...backend, store: watchStore(backend.store, tell) },
    knowledge: backend.knowledge({ terms: bilingualTerms, clock }),
    watchers: {
      trace: createOtelTrace({ content: env["PLANWRIGHT_TRACE_CONTENT"] === "1" }),
      metrics: createMetrics(),
      ticks: () => performance.now(),
    },
    changes,
    env,
    clock,
    ids,
    log,
  };
  return { ok: true, value };
}

const nothing = (): void => undefined;
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
