import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { CheckResult } from "../../../plan/check-result.ts";
import type { ToolSpec } from "../../../plan/tool-spec.ts";
import type { EvaluationSetting } from "../../../runtime/planning/evaluate.ts";
import { configFile } from "../../../runtime/config/config.ts";
import type { Cassette } from "../../../runtime/models/models.ts";
import type { LocalModels } from "../../../runtime/models/local-models.ts";
import { openMemoFile } from "../../../runtime/planning/memo-file.ts";
import { createPlanning, defaultPlanner, type Planning } from "../../../runtime/planning/planning.ts";
import { type PlanContract, planContracts } from "../../../runtime/planning/render-plan.ts";
import { readTaughtFile, withRules } from "../../../runtime/lessons/taught-file.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { cassetteOf } from "../../workspace/cassette.ts";
import { choiceOf, type ExitCode, flag, type Invocation, text, UsageError } from "../../command.ts";
import { refuseDocument } from "../../input/document.ts";
import { readPlanningResources, type RefusedInput } from "./planning-resources.ts";
import { folderOf } from "../../workspace/working-folder.ts";
import { silentLog } from "../../../ports/log.ts";

/** Parsed options of `plan`, `eval` and `estimate`. */
export type PlanningInput = {
  planning: Planning;
  planner: string;
  contract: PlanContract | undefined;
  toolbox: readonly ToolSpec[];
  now: string;
  zone: string;
  /** The options --now and --zone, where given: they are inputs of a deterministic plan. */
  givenTime: { now?: string; zone?: string };
  locale: "en" | "ru" | undefined;
  /** Tenant that model calls are charged to. */
  tenant: string;
  /** Closes the spending store. */
  stop(): Promise<void>;
  /** The same planning without one rule of the grammar. */
  without(rule: string): Planning;
};

/** Runs the command with its parsed options, or prints what is wrong with them. */
export async function withPlanning(
  invocation: Invocation,
  work: (input: PlanningInput) => Promise<ExitCode>,
): Promise<ExitCode> {
  const input = await readPlanningInput(invocation);
  if ("issues" in input) return refuseDocument(invocation, input.path, input.issues);
  try {
    return await work(input);
  } finally {
    await input.stop();
  }
}

const needsModel = ". To plan with a model, name one under models: in planwright.yaml (docs/models.md)";

/** Parses the options. Returns issues of files; throws `UsageError` for invalid values. */
async function readPlanningInput(invocation: Invocation): Promise<PlanningInput | RefusedInput> {
  const contract = choiceOf(invocation, "contract", planContracts);
  const ground = await readPlanningResources(invocation, contract);
  if ("issues" in ground) return ground;
  const cassette = cassetteOf(invocation);
  const models = cassette.ok ? await readModels(invocation, cassette.value) : cassette;
  if (!models.ok) return { path: "", issues: models.issues };
  const memo = text(invocation, "memo");
  const untaught = createPlanning({
    clock: systemClock,
    packs: ground.packs,
    model: models.value?.ready,
    ...(memo !== undefined && { memo: openMemo(memo) }),
  });
  const taught = readTaughtFile(folderOf(invocation).folder);
  if (!taught.ok) return { path: "", issues: taught.issues };
  const planning = taught.value === undefined ? untaught : withRules(untaught, taught.value);
  const usual = models.value === undefined ? defaultPlanner : planning.defaultPlannerId;
  const planner = text(invocation, "planner") ?? (memo === undefined ? usual : `memo:${defaultPlanner}`);
  if (!planning.list().some((row) => row.planner.id === planner))
    throw new UsageError(`${planning.describeUnknown(planner)}${planner === "model" ? needsModel : ""}`);
  const settings = settingOf(invocation, cassette.ok ? cassette.value?.madeAt : undefined);
  const tenant = text(invocation, "tenant") ?? "local";
  const stop = async (): Promise<void> => models.value?.stop();
  const without = (rule: string): Planning =>
    createPlanning({ clock: systemClock, packs: ground.packs, without: rule });
  return { planning, planner, contract, toolbox: ground.tools, tenant, stop, without, ...settings };
}

function openMemo(path: string): ReturnType<typeof openMemoFile> {
  try {
    return openMemoFile(path, 10_000);
  } catch {
    throw new UsageError(`--memo ${path} is not a file that can be read and written`);
  }
}

/** Opens the models of the workspace; undefined if none is configured. */
export async function readModels(
  invocation: Invocation,
  cassette?: Cassette,
): Promise<CheckResult<LocalModels | undefined>> {
  const { folder, configFile: named } = folderOf(invocation);
  if (named === undefined && !existsSync(resolve(folder, configFile))) return { ok: true, value: undefined };
  const warn = (message: string, fields: object = {}): void =>
    invocation.io.err(`${message} ${JSON.stringify(fields)}\n`);
  const log = { ...silentLog, warn, error: warn };
  // Loaded only if needed.
  const { openLocalModels } = await import("../../../runtime/models/local-models.ts");
  return openLocalModels({ ...folderOf(invocation), log }, cassette);
}

/** Time, time zone and language of the request. A cassette keeps the time it was recorded at. */
export function settingOf(
  invocation: Invocation,
  recordedAt?: string,
): Pick<PlanningInput, "now" | "zone" | "locale" | "givenTime"> {
  const [now, zone] = [nowOf(invocation, recordedAt), zoneOf(invocation)];
  const givenTime = {
    ...(text(invocation, "now") !== undefined && { now: new Date(now).toISOString() }),
    ...(text(invocation, "zone") !== undefined && { zone }),
  };
  return { now, zone, givenTime, locale: choiceOf(invocation, "locale", ["en", "ru"]) };
}

function nowOf(invocation: Invocation, recordedAt: string | undefined): string {
  const given = text(invocation, "now");
  if (given === undefined) return recordedAt ?? new Date(systemClock.now()).toISOString();
  if (!/^\d{4}-\d\d-\d\d(?:T.*)?$/.test(given) || Number.isNaN(Date.parse(given))) {
    throw new UsageError(`--now must be an ISO 8601 date or date-time, not "${given}"`);
  }
  return given;
}

function zoneOf(invocation: Invocation): string {
  const zone = text(invocation, "zone") ?? "UTC";
  try {
    return Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new UsageError(`--zone must be an IANA time zone such as Europe/Moscow, not "${zone}"`);
  }
}

/** Default time of cases: fixed, so that results are reproducible. */
const casesAskedAt = "2025-01-15T12:00:00Z";

export function caseSetting(invocation: Invocation, input: PlanningInput): EvaluationSetting {
  const { planning, planner, zone, toolbox } = input;
  const now = text(invocation, "now") ?? casesAskedAt;
  const strict = flag(invocation, "strict");
  return { planning, planner, now, zone, toolbox, strict, signal: invocation.io.signal };
}
