import { compact } from "../../plan/compact.ts";
import type { ActionPlan, ClarificationQuestion, Language, ToolAction } from "../../contracts/actions/plan.ts";
import type { SavedPlan } from "../../contracts/api/plans.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { namingStems, planRequest, planTexts, type PlanRequest } from "../../language/requests/plan-request.ts";
import { type RecurringRequest, recurringRequest } from "../../language/requests/recurring-request.ts";
import { inLatin } from "../../language/russian/transliterate.ts";
import { contentHash } from "../../plan/hash.ts";
import { type JsonObject, toJson } from "../../plan/json.ts";
import { shortText } from "../../plan/short-text.ts";
import type { ActionPlanner, ActionRequest } from "../../ports/action-planner.ts";
import { planVerbs } from "./planned-writes.ts";
import type { SavedPlans } from "./saved-plans.ts";
import { valueInText } from "./value-in-text.ts";

/** Bounds of the approval for a schedule that was requested in words. */
const approvedDays = 366;
const approvedRuns = 400;

/**
 * An action planner that knows saved plans: "run the month-end plan for October" runs one, "every Monday at 9 create …" saves
 * one with a schedule. Both become a Draft; the preview of its call lists what is written.
 */
export function withSavedPlans(planner: ActionPlanner, savedPlans: () => SavedPlans): ActionPlanner {
  return {
    ...planner,
    async plan(request, call) {
      if (request.tenant === undefined) return planner.plan(request, call);
      const asked = planRequest(request.text, request);
      const run =
        asked === undefined ? undefined : await planRun(savedPlans(), { ...request, tenant: request.tenant }, asked);
      if (run !== undefined) return run;
      const again = recurringRequest(request.text, request);
      if (again === undefined) return planner.plan(request, call);
      const once = await planner.plan({ ...request, text: again.rest }, call);
      const isOpen = once.actions.length === 0 || once.needs_clarification.length > 0;
      return isOpen
        ? { ...once, inputs: { ...once.inputs, raw_text: request.text } }
        : schedulePlan(once, request, again);
    },
  };
}

type TenantRequest = ActionRequest & { tenant: string };

async function planRun(
  savedPlans: SavedPlans,
  request: TenantRequest,
  { words, stems, spans }: PlanRequest,
): Promise<ActionPlan | undefined> {
  const { plans } = await savedPlans.list(request.tenant, { limit: 200 });
  const named = plans.filter(({ name }) => namingStems(name).every((stem) => stems.has(stem)));
  const described = plans.filter(({ description }) => {
    const wanted = namingStems(description);
    return wanted.length > 1 && wanted.every((stem) => stems.has(stem));
  });
  const found = named.length > 0 ? longest(named) : described;
  const chosen = request.answers?.["plan"] ?? (found.length === 1 ? found[0]?.name : undefined);
  if (chosen === undefined && plans.length === 0) return undefined;
  const saved = chosen === undefined ? undefined : await findPlan(savedPlans, request.tenant, chosen);
  if (saved === undefined) {
    const offered = found.length > 0 ? found : plans;
    const choices = offered.slice(0, 8).map(({ name }) => ({ label: name, value: name }));
    return asking(request, [{ id: "plan", question: words.which, choices, free_text_allowed: true }]);
  }
  const { values, open } = valuesOf(saved, request, spans);
  if (open.length > 0)
    return asking(
      request,
      open.map(({ name, choices = [] }) => ({
        id: `plan.${name}`,
        question: words.value.replace("{name}", name),
        choices: choices.map((choice) => ({ label: String(choice), value: String(choice) })),
        free_text_allowed: choices.length === 0,
      })),
    );
  const { name, version } = saved;
  const head = words.run.replace("{name}", name).replace("{version}", String(version));
  const shown = Object.entries(values).map(([id, value]) => `${id} = ${shortText(value ?? null)}`);
  return toPlan(request, {
    tool: planVerbs.run,
    args: { name, version, parameters: values },
    preview: [head, shown.join(", ")],
  });
}

function longest<T extends { name: string }>(plans: readonly T[]): T[] {
  const most = Math.max(...plans.map(({ name }) => namingStems(name).length));
  return plans.filter(({ name }) => namingStems(name).length === most);
}

async function findPlan(savedPlans: SavedPlans, tenant: string, name: string): Promise<SavedPlan | undefined> {
  return savedPlans.get(tenant, name).catch((error: unknown) => {
    if (error instanceof PlanwrightError) return undefined;
    throw error;
  });
}

type OpenParameter = { name: string; choices?: readonly (string | number)[] | undefined };

function valuesOf(
  { name: plan, parameters }: SavedPlan,
  request: ActionRequest,
  spans: PlanRequest["spans"],
): { values: JsonObject; open: OpenParameter[] } {
  const values: JsonObject = {};
  const open: OpenParameter[] = [];
  // The plan's own name says nothing about its values.
  const said = spans.filter(({ text }) => !plan.includes(text.toLowerCase()));
  for (const [name, parameter] of Object.entries(parameters)) {
    const answer = request.answers?.[`plan.${name}`];
    const text = answer ?? request.text;
    const value = valueInText(
      { name, ...parameter },
      { text, isAnswer: answer !== undefined, spans: said, now: request.now },
    );
    if (value !== undefined) values[name] = value;
    else if (parameter.default !== undefined) values[name] = parameter.default;
    else open.push({ name, choices: parameter.choices });
  }
  return { values, open };
}

function schedulePlan(once: ActionPlan, request: ActionRequest, { said, cron }: RecurringRequest): ActionPlan {
  const plan = toJson(once);
  const until = new Date(Date.parse(request.now) + approvedDays * 86_400_000).toISOString().slice(0, 10);
  const head = (planTexts(once.language)?.schedule ?? "")
    .replace("{said}", () => said)
    .replace("{cron}", cron)
    .replace("{zone}", request.zone)
    .replace("{runs}", String(approvedRuns))
    .replace("{until}", until);
  const args = {
    name: `${slugOf(once.summary)}-${contentHash(plan).slice(0, 4)}`,
    description: request.text.slice(0, 2000),
    cron,
    timezone: request.zone,
    max_runs: approvedRuns,
    until: `${until}T00:00:00Z`,
    plan,
  };
  const made = toPlan(request, { tool: planVerbs.schedule, args, preview: [head] });
  return { ...made, language: once.language, domain: once.domain, entities: once.entities, risks: once.risks };
}

function slugOf(text: string): string {
  const latin = text.toLowerCase().replaceAll(/\p{Script=Cyrillic}+/gu, inLatin);
  const words = latin.match(/[a-z0-9]+/g) ?? ["plan"];
  return words.slice(0, 4).join("-").slice(0, 40);
}

type PlannedCall = { tool: string; args: JsonObject; preview: readonly string[] };

function toPlan(request: ActionRequest, { tool, args, preview }: PlannedCall): ActionPlan {
  const text = preview
    .filter((part) => part !== "")
    .join(": ")
    .replaceAll(/\s+/g, " ");
  const action: ToolAction = {
    toolkit: "plans",
    tool_slug: tool,
    args,
    read_only: false,
    idempotency_scope: `plans:${contentHash([tool, args, request.now])}`,
    preview: text,
  };
  return planOf(request, { summary: text, actions: [action], needs_clarification: [] });
}

function asking(request: ActionRequest, needs_clarification: ClarificationQuestion[]): ActionPlan {
  return planOf(request, { summary: request.text.replaceAll(/\s+/g, " "), actions: [], needs_clarification });
}

function languageOf({ text, locale }: ActionRequest): Language {
  return locale ?? (/\p{Script=Cyrillic}/u.test(text) ? "ru" : "en");
}

function planOf(
  request: ActionRequest,
  more: Pick<ActionPlan, "summary" | "actions" | "needs_clarification">,
): ActionPlan {
  const { text, voice } = request;
  const plan = {
    intent: "mutate" as const,
    domain: "mixed" as const,
    language: languageOf(request),
    inputs: compact({ raw_text: text, voice }),
    entities: [],
    risks: [],
    ...more,
  };
  return { plan_id: `plan-${contentHash(toJson(plan))}`, ...plan };
}
