import { join } from "node:path";
import { createEmbeddedEngine } from "../engine/embedded/engine.ts";
import type { Checked } from "../plan/checked.ts";
import type { Clock } from "../ports/clock.ts";
import type { Engine } from "../ports/engine.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";
import { createRuns, type Runs } from "../runs/runs.ts";
import { runQueue } from "../runs/run-queue.ts";
import { createSqliteAudit } from "../store/sqlite/audit.ts";
import { openDatabase } from "../store/sqlite/database.ts";
import { createFileLock } from "../store/sqlite/file-lock.ts";
import { createSqliteKeys } from "../store/sqlite/keys.ts";
import { createSqliteKnowledge } from "../store/sqlite/knowledge.ts";
import { createSqliteStore } from "../store/sqlite/store.ts";
import type { Env } from "../tools/config/secret-text.ts";
import { loadConfig, type LoadedConfig } from "./config.ts";
import { loadConfiguredPacks } from "./configured-packs.ts";
import { readAddition } from "./knowledge.ts";
import { createMetrics } from "./metrics.ts";
import { createPlanning } from "./planning.ts";
import type { Planwright } from "./planwright.ts";
import { systemClock } from "./system-clock.ts";
import { bilingualTerms } from "./terms.ts";
import { createTimeIds } from "./time-ids.ts";
import { type OpenToolbox, openToolbox } from "./toolbox.ts";
import { packageVersion } from "./version.ts";

export type OpenParts = {
  /** Where `planwright.yaml` is looked for. */
  folder: string;
  /** Another configuration than the folder's own. */
  configFile?: string;
  /** Where everything is kept. */
  dataFolder: string;
  env: Env;
  log: Log;
  clock?: Clock;
};

export type OpenPlanwright = Planwright & {
  toolbox: OpenToolbox;
  config: LoadedConfig["config"];
  /** Begins to work on runs that are due, those left by an earlier process first of all. */
  start(): Promise<void>;
  /** Ends the work, keeps what was done, closes what was opened. */
  stop(): Promise<void>;
};

/** The one place where the parts come together: a folder and its configuration become a running whole. */
export async function openPlanwright(parts: OpenParts): Promise<Checked<OpenPlanwright>> {
  const { clock = systemClock, log, env, dataFolder } = parts;
  const loaded = loadConfig(parts.folder, parts.configFile);
  if (!loaded.ok) return loaded;
  const { config, folder } = loaded.value;
  const packs = loadConfiguredPacks(loaded.value);
  if (!packs.ok) return packs;
  const db = openDatabase({ path: join(dataFolder, "planwright.db") });
  const store = createSqliteStore(db);
  const knowledge = createSqliteKnowledge({ db, terms: bilingualTerms, clock });
  const toolbox = await openToolbox({ config: config.tools, folder, dataFolder, env, clock, log, knowledge });
  const ids = createTimeIds(clock);
  const { verbs } = toolbox;
  const runs = createRuns({ store, verbs, clock, ids, log });
  const engine = createEngine({ dataFolder, store, clock, log });
  const value: OpenPlanwright = {
    toolbox,
    config,
    verbs,
    runs,
    knowledge,
    store,
    clock,
    ids,
    log,
    keys: createSqliteKeys(db),
    audit: createSqliteAudit(db),
    planning: createPlanning({ clock, packs: packs.value }),
    readDocument: readAddition,
    metrics: createMetrics(),
    version: packageVersion,
    checks: { store: async () => (await store.runs({ tenant: "", limit: 1 })).length >= 0 },
    start: () => start(engine, runs),
    async stop() {
      await engine.stop();
      await toolbox.stop();
      await store.close();
    },
  };
  return { ok: true, value };
}

type EngineParts = { dataFolder: string; store: Store; clock: Clock; log: Log };

function createEngine({ dataFolder, store, clock, log }: EngineParts): Engine {
  const lock = createFileLock(join(dataFolder, "engine.lock"));
  return createEmbeddedEngine({ jobs: store.jobs, lock, clock, log });
}

function start(engine: Engine, runs: Runs): Promise<void> {
  return engine.start({ [runQueue]: runs.handler });
}
