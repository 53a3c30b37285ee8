import type { CheckResult } from "../../plan/check-result.ts";
import { noTrace } from "../../ports/trace.ts";
import { openBackend } from "../storage/backend.ts";
import { type Budgets, createBudgets } from "./budgets.ts";
import { loadConfig } from "../config/config.ts";
import type { LocalToolboxParts } from "../toolbox/local-toolbox.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { type Cassette, type OpenModels, openModels } from "./models.ts";
import { systemClock } from "../system-clock.ts";
import { createTimeIds } from "../time-ids.ts";

export type LocalModels = Pick<OpenModels, "ready"> & { budgets: Budgets; stop(): Promise<void> };

/** Opens only the models and budgets of a workspace; undefined if no model is configured. */
export function openLocalModels(
  { folder, configFile, dataFolder, env, log }: LocalToolboxParts,
  cassette?: Cassette,
): CheckResult<LocalModels | undefined> {
  const loaded = loadConfig(folder, configFile);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  if (Object.keys(config.models.endpoints).length === 0) return { ok: true, value: undefined };
  const { store } = openBackend({ folder: dataFolder, env });
  const clock = systemClock;
  const telemetry = { trace: noTrace, metrics: createMetrics(), monotonicMs: () => performance.now() };
  const models = openModels({ config, env, store, clock, ids: createTimeIds(clock), log, telemetry, cassette });
  const budgets = createBudgets({ ...models, store, clock });
  return { ok: true, value: { ready: models.ready, budgets, stop: () => store.close() } };
}
