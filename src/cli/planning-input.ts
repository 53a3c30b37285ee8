import type { ToolSpec } from "../plan/tool-spec.ts";
import type { Setting } from "../runtime/evaluation.ts";
import { openMemoFile } from "../runtime/memo-file.ts";
import { createPlanning, defaultPlanner, type Planning } from "../runtime/planning.ts";
import { type PlanContract, planContracts } from "../runtime/say-plan.ts";
import { systemClock } from "../runtime/system-clock.ts";
import { type Invocation, text, UsageError } from "./command.ts";
import { readGround, type Refused } from "./planning-ground.ts";

/** What `plan`, `eval` and `estimate` read from their options. */
export type PlanningInput = {
  planning: Planning;
  planner: string;
  contract: PlanContract | undefined;
  toolbox: readonly ToolSpec[];
  now: string;
  zone: string;
  locale: "en" | "ru" | undefined;
};

/** Reads the options, or says which file is wrong and how. A wrong word on the command line is a `UsageError`. */
export async function readPlanningInput(invocation: Invocation): Promise<PlanningInput | Refused> {
  const contract = contractOf(text(invocation, "contract"));
  const ground = await readGround(invocation, contract);
  if ("issues" in ground) return ground;
  const memo = text(invocation, "memo");
  const planning = createPlanning({
    clock: systemClock,
    packs: ground.packs,
    ...(memo !== undefined && { memo: openMemoFile(memo, 10_000) }),
  });
  const planner = text(invocation, "planner") ?? (memo === undefined ? defaultPlanner : `memo:${defaultPlanner}`);
  if (!planning.list().some((row) => row.planner.id === planner)) throw new UsageError(planning.unknown(planner));
  const settings = { now: nowOf(invocation), zone: zoneOf(invocation), locale: localeOf(invocation) };
  return { planning, planner, contract, toolbox: ground.tools, ...settings };
}

function contractOf(word: string | undefined): PlanContract | undefined {
  if (word === undefined) return undefined;
  const contract = planContracts.find((name) => name === word);
  if (contract === undefined) throw new UsageError(`--contract is one of ${planContracts.join(", ")}, not "${word}"`);
  return contract;
}

function nowOf(invocation: Invocation): string {
  const given = text(invocation, "now");
  if (given === undefined) return new Date(systemClock.now()).toISOString();
  if (!/^\d{4}-\d\d-\d\d(?:T.*)?$/.test(given) || Number.isNaN(Date.parse(given))) {
    throw new UsageError(`--now is an ISO 8601 date or date-time, not "${given}"`);
  }
  return given;
}

function zoneOf(invocation: Invocation): string {
  const zone = text(invocation, "zone") ?? "UTC";
  try {
    return Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new UsageError(`--zone is an IANA zone such as Europe/Moscow, not "${zone}"`);
  }
}

function localeOf(invocation: Invocation): "en" | "ru" | undefined {
  const locale = text(invocation, "locale");
  if (locale === undefined || locale === "en" || locale === "ru") return locale;
  throw new UsageError(`--locale is en or ru, not "${locale}"`);
}

/** When a case was asked that does not say it: fixed, so that a run can be repeated, unless `--now` says otherwise. */
const casesAskedAt = "2025-01-15T12:00:00Z";

export function caseSetting(invocation: Invocation, input: PlanningInput): Setting {
  const { planning, planner, zone, toolbox } = input;
  const now = text(invocation, "now") ?? casesAskedAt;
  return { planning, planner, now, zone, toolbox, signal: invocation.io.signal };
}
