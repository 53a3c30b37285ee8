import { join } from "node:path";
import type { CheckResult } from "../plan/check-result.ts";
import type { Pack } from "../planners/packs/pack.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Knowledge } from "../ports/knowledge.ts";
import { type Log, silentLog } from "../ports/log.ts";
import type { Env } from "../tools/config/secret-text.ts";
import type { SendRequest } from "../tools/http/dial.ts";
import type { Policy } from "../tools/policy/policy.ts";
import type { Tool } from "../tools/tool.ts";
import { type Backend, openBackend } from "./storage/backend.ts";
import type { Cassette } from "./models/models.ts";
import { type Changes, createChanges } from "./changes/changes.ts";
import { type Config, loadConfig } from "./config/config.ts";
import { loadConfiguredPacks } from "./config/configured-packs.ts";
import { createMetrics } from "./telemetry/metrics.ts";
import { withOtelMetrics } from "./telemetry/otel-metrics.ts";
import { createOtelTrace } from "./telemetry/otel-trace.ts";
import type { PlanningParts } from "./planning/planning.ts";
import type { ReasoningModel } from "./react.ts";
import type { Veto } from "../react/index.ts";
import { systemClock } from "./system-clock.ts";
import { bilingualTerms } from "./knowledge/terms.ts";
import { createTimeIds } from "./time-ids.ts";
import type { Telemetry } from "./telemetry/instrument-planning.ts";
import { type StoreChange, withStoreChanges } from "./changes/store-changes.ts";

export type PlanwrightOptions = {
  /** Folder with `planwright.yaml`; the working folder by default. */
  folder?: string;
  /** Another configuration file. */
  configFile?: string;
  /** Folder for data; `.planwright` of the folder by default. */
  dataFolder?: string;
  /** Source of `DATABASE_URL` and of configured secrets; `process.env` by default. */
  env?: Env;
  /** Silent by default. */
  log?: Log;
  clock?: Clock;
  /** Tools defined in code, in addition to the configured ones. */
  tools?: readonly Tool[];
  /** Additional planners with their declarations. */
  planners?: PlanningParts["more"];
  /** Evaluated before every call. Change `policy_version` in the configuration when they change. */
  policies?: readonly Policy[];
  /** Records calls of models and verbs, or replays them without network. */
  cassette?: Cassette;
  /** Opens connections; Node's sockets by default. */
  dial?: SendRequest;
  /** The model for ReAct runs, instead of the configured one. */
  reasoning?: ReasoningModel;
  /** Evaluated before every call of a ReAct run, with the request of the run. */
  vetoes?: readonly Veto[];
};

/** What all modules share: configuration, storage, clock, ids, log and telemetry. */
export type RuntimeContext = {
  options: PlanwrightOptions;
  config: Config;
  /** Base folder of relative paths in the configuration. */
  folder: string;
  packs: readonly Pack[];
  dataFolder: string;
  backend: Backend;
  knowledge: Knowledge;
  telemetry: Telemetry;
  changes: Changes;
  env: Env;
  clock: Clock;
  ids: Ids;
  log: Log;
};

export function openContext(options: PlanwrightOptions): CheckResult<RuntimeContext> {
  const { folder: home = ".", clock = systemClock, log = silentLog, env = process.env } = options;
  const loaded = loadConfig(home, options.configFile);
  if (!loaded.ok) return loaded;
  const packs = loadConfiguredPacks(loaded.value);
  if (!packs.ok) return packs;
  const dataFolder = options.dataFolder ?? join(home, ".planwright");
  const backend = openBackend({ folder: dataFolder, env, check: true });
  const ids = createTimeIds(clock);
  const changes = createChanges(ids);
  const announce = ({ tenant, kind, id }: StoreChange): void => {
    if (kind !== "react") changes.publish(tenant, { kind, id });
    backend.notices.send({ tenant, kind, id });
  };
  const value: RuntimeContext = {
    options,
    ...loaded.value,
    packs: packs.value,
    dataFolder,
    backend: { ...backend, store: withStoreChanges(backend.store, announce) },
    knowledge: backend.knowledge({ terms: bilingualTerms, clock }),
    telemetry: {
      trace: createOtelTrace({ content: env["PLANWRIGHT_TRACE_CONTENT"] === "1" }),
      metrics: withOtelMetrics(createMetrics()),
      monotonicMs: () => performance.now(),
    },
    changes,
    env,
    clock,
    ids,
    log,
  };
  return { ok: true, value };
}
