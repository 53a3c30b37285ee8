import { compact } from "../../plan/compact.ts";
import type { planningRoutes } from "../../contracts/api/routes/planning.ts";
import type { PlannerRegistry } from "../../contracts/determinism/registry.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { PlanRequest } from "../../contracts/service/plan-request.ts";
import { structuredToolbox } from "../../contracts/structured/toolbox.ts";
import type { ContractName } from "../../contracts/surfaces.ts";
import { instantOf, timestampOf } from "../../contracts/timestamp.ts";
import { validateDocument } from "../../contracts/validate-document.ts";
import type { JsonObject } from "../../plan/json.ts";
import { mapStrings } from "../../plan/map-strings.ts";
import { compileInTurns } from "../../plan/schema-check.ts";
import { createToolbox, type JsonSchema, type Toolbox, type ToolSpec } from "../../plan/tool-spec.ts";
import type { Clock } from "../../ports/clock.ts";
import { createLookups } from "../../planners/actions/lookups.ts";
import { withNamedRecords } from "../../planners/answers/plan-named.ts";
import { readManifest } from "../../planners/manifest.ts";
import { isPlannerError, type PlannerAnswer, type PlannerRequest } from "../../ports/planner.ts";
import { planByInput } from "../../planners/plan-by-input.ts";
import { inputHash } from "../../planners/request-key.ts";
import { toPlannerResult, toRequest } from "../../planners/planner-interface.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { toServicePlan, toStructuredPlan } from "../../runtime/planning/render-plan.ts";
import type { HandlersOf } from "../http/exchange.ts";
import { explainPlan } from "./explain.ts";
import { unwrapOrThrow } from "./planner-problem.ts";
import { createToolboxes } from "./toolboxes.ts";

export function planningHandlers(planwright: Planwright): HandlersOf<typeof planningRoutes> {
  const { planning, verbs, reactCost, clock, packs } = planwright;
  const planNamed = namedRecordsPlanner(planwright);
  // Rounded to the second, so that requests of the same second share a timestamp.
  const now = wholeSeconds(clock);
  const toolboxOf = createToolboxes(verbs);
  const structuredTools = [...structuredToolbox.values()];
  return {
    plan: async ({ body, principal, signal }) => {
      const { tenant } = principal;
      const planWith = (toolbox: readonly ToolSpec[]): Promise<PlannerAnswer> =>
        planNamed({ ...serviceRequest(body, { now: now(), toolbox }), tenant }, signal);
      const hasCompany = typeof body.context.company_id === "number";
      const answer = await planWith(hasCompany ? toolboxOf(tenant) : toolboxOf());
      const isRefused = !isPlannerError(answer) && answer.refuses === true;
      const needsCompany = !hasCompany && isRefused && !refuses(await planWith(toolboxOf(tenant)));
      return unwrapOrThrow(
        toServicePlan(needsCompany ? askForCompany(answer, body.context.locale ?? undefined) : answer, body.session_id),
      );
    },
    planStructured: async ({ body: { goal, locale }, principal: { tenant }, signal }) => {
      const fixed = { surface: "structured", toolbox: structuredTools, now: now(), zone: "UTC", tenant } as const;
      const request = { ...goalFields(goal, locale), ...fixed };
      return unwrapOrThrow(toStructuredPlan(await planning.plan(planning.defaultPlannerId, request, signal), request));
    },
    validatePlan: async ({ body: { contract, plan, tools, step_count: stepCount }, principal }) => {
      const toolbox = tools === undefined ? toolboxFor(contract, toolboxOf(principal.tenant)) : toolboxFrom(tools);
      await compileInTurns(schemasNamedIn(plan, toolbox));
      const checked = validateDocument(contract, plan, { toolbox, stepCount });
      return { valid: checked.ok, issues: checked.ok ? [] : checked.issues };
    },
    explainPlan: explainPlan({ planning, verbs, reactCost, now, toolboxOf }),
    planInputHash: ({ body }) => ({
      plan_input_hash: inputHash(unwrapOrThrow(toRequest(body, { now: now(), zone: "UTC" }))),
    }),
    listPlanners: () => toRegistry(planning.list()),
    planWith: async ({ params: { id }, body, principal: { tenant }, signal }) => {
      const planner = planning.list().find((row) => row.planner.id === id)?.planner;
      if (planner === undefined) throw new PlanwrightError("NOT_FOUND", { message: planning.describeUnknown(id) });
      const request = { ...unwrapOrThrow(toRequest(body, { now: now(), zone: "UTC" })), tenant };
      const answer = await planByInput(request, (asked) => planning.plan(id, asked, signal));
      return unwrapOrThrow(toPlannerResult(answer, { request, planner }));
    },
    listPacks: () => ({
      packs: packs.map(({ pack: name, version, description, languages }) => ({
        name,
        version,
        description,
        languages,
      })),
    }),
    getPack: ({ params: { id } }) => {
      const pack = packs.find((one) => one.pack === id);
      if (pack === undefined) throw new PlanwrightError("NOT_FOUND", { message: `There is no pack ${id}.` });
      return pack;
    },
  };
}

/** Plans with the default planner; records that a request names by words are looked up while planning. */
function namedRecordsPlanner({
  planning,
  verbs,
  log,
}: Planwright): (request: PlannerRequest, signal: AbortSignal) => Promise<PlannerAnswer> {
  return async (request, signal) => {
    const plan = (asked: PlannerRequest): Promise<PlannerAnswer> =>
      planning.plan(planning.defaultPlannerId, asked, signal);
    const lookups = createLookups({ verbs, log, signal, ...compact({ tenant: request.tenant }) });
    return withNamedRecords(await plan(request), { request, lookups, plan });
  };
}

function refuses(answer: PlannerAnswer): boolean {
  return isPlannerError(answer) || answer.refuses === true;
}

/** The request needs tools of a company: the refusal becomes a question for it. */
function askForCompany(answer: PlannerAnswer, locale = "en"): PlannerAnswer {
  if (isPlannerError(answer)) return answer;
  const content = locale.startsWith("ru")
    ? "Для этого нужны инструменты компании. О какой компании речь (company_id)?"
    : "That needs the tools of a company. Which company is it for (company_id)?";
  const steps = answer.plan.steps.map((step) =>
    step.kind === "message" ? { ...step, content, metadata: { missing: ["context.company_id"] } } : step,
  );
  return { ...answer, plan: { ...answer.plan, steps } };
}

/** The registry as contract 4 has it, by planner id. */
function toRegistry(planners: ReturnType<Planwright["planning"]["list"]>): PlannerRegistry {
  return Object.fromEntries(
    planners.map(({ planner, declared: { class: path, determinism, cost_model } }) => {
      return [planner.id, { class: path, determinism, cost_model, version: planner.version }];
    }),
  );
}

function wholeSeconds(clock: Clock): () => string {
  let second = -1;
  let text = "";
  return () => {
    const current = Math.floor(clock.now() / 1000);
    if (current === second) return text;
    second = current;
    text = timestampOf(current * 1000);
    return text;
  };
}

function serviceRequest(
  { message, context, timestamp }: PlanRequest,
  { now, toolbox }: { now: string; toolbox: readonly ToolSpec[] },
): PlannerRequest {
  const at = timestamp === undefined ? now : timestampOf(instantOf(timestamp));
  return { ...goalFields(message, context.locale ?? undefined), surface: "service", toolbox, now: at, zone: "UTC" };
}

function goalFields(goal: string, locale: string | undefined): Pick<PlannerRequest, "agentId" | "goal" | "locale"> {
  const language = locale?.slice(0, 2).toLowerCase();
  return { agentId: "http", goal, ...((language === "ru" || language === "en") && { locale: language }) };
}

/** The structured contract has its own whitelist; any other plan is validated against the caller's tools. */
function toolboxFor(contract: ContractName, tools: readonly ToolSpec[]): Toolbox | undefined {
  return contract === "structured" ? undefined : createToolbox(tools);
}

/** The schemas of the tools whose names are anywhere in a document. */
function schemasNamedIn(document: unknown, toolbox: Toolbox = new Map()): JsonSchema[] {
  const schemas = new Set<JsonSchema>();
  mapStrings(document, (text) => {
    const spec = toolbox.get(text);
    if (spec !== undefined) schemas.add(spec.inputSchema);
    return text;
  });
  return [...schemas];
}

function toolboxFrom(tools: JsonObject[]): Toolbox {
  const manifest = readManifest(tools);
  if (manifest.issues.length === 0) return createToolbox(manifest.tools);
  const issues = manifest.issues.map((issue) => ({ ...issue, pointer: `/tools${issue.pointer}` }));
  throw new PlanwrightError("INVALID_INPUT", { message: "The tool manifest is not valid.", issues });
}
