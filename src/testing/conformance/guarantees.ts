import { PlannerRegistry } from "../../contracts/determinism/registry.ts";
import { determinismExamples } from "../../contracts/determinism/examples.ts";
import { serviceExamples } from "../../contracts/service/examples.ts";
import { structuredExamples } from "../../contracts/structured/examples.ts";
import { StructuredPlan } from "../../contracts/structured/plan.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import { structuredMutations } from "../mutations/structured-mutations.ts";
import type { SendRequest, Reply } from "./send-request.ts";
import { fieldOf } from "./contracts.ts";
import { isAbsent, describeViolation } from "./endpoint.ts";
import type { Finding, KitContract } from "./finding.ts";

/** A guarantee of a contract beyond the format of one answer. */
type Guarantee = {
  contract: KitContract;
  endpoint: string;
  check: string;
  /** The violation, `absent` if the endpoint does not exist, undefined if the guarantee holds. */
  findViolation: (ask: SendRequest) => Promise<string | undefined>;
};

const absent = "absent";

export async function* checkGuarantees(ask: SendRequest, contracts: readonly KitContract[]): AsyncGenerator<Finding> {
  for (const { findViolation: keeps, ...promised } of guarantees.filter(({ contract }) =>
    contracts.includes(contract),
  )) {
    const broken = await keeps(ask);
    if (broken === undefined || broken === absent) yield { ...promised, outcome: broken ?? "kept" };
    else yield { ...promised, outcome: "broken", detail: broken };
  }
}

const guarantees: readonly Guarantee[] = [
  {
    contract: "service",
    endpoint: "POST /plan",
    check: "locale changes wording, never structure",
    async findViolation(ask) {
      const replies = await Promise.all(["en-US", "ru-RU"].map((locale) => ask(planIn(locale))));
      if (replies.some(isAbsent)) return absent;
      const [one, other] = replies.map(({ json }) => JSON.stringify(structureOf(json)));
      return one === other ? undefined : `en-US gives ${one}, ru-RU ${other}`;
    },
  },
  {
    contract: "service",
    endpoint: "GET /healthz",
    check: "reports liveness",
    async findViolation(ask) {
      const reply = await ask({ method: "GET", path: "/healthz" });
      if (isAbsent(reply)) return absent;
      const lives = reply.status === 200 && fieldOf(reply.json, "status") === "ok";
      return lives ? undefined : describeViolation("", reply, 'must be 200 {"status":"ok"}');
    },
  },
  {
    contract: "structured",
    endpoint: "POST /plan/validate",
    check: "finds every kind of invalid plan",
    async findViolation(ask) {
      const plan = StructuredPlan.parse(structuredExamples.plan);
      for (const { name, document } of structuredMutations(plan)) {
        const body = { json: { contract: "structured", plan: document, step_count: plan.steps.length } };
        const reply = await ask({ method: "POST", path: "/plan/validate", body });
        if (isAbsent(reply)) return absent;
        if (fieldOf(reply.json, "valid") !== false)
          return describeViolation(document, reply, `${name} must not be valid`);
      }
      return undefined;
    },
  },
  {
    contract: "determinism",
    endpoint: "POST /planners/{id}/plan",
    check: "a planner that declares full determinism returns the same bytes twice",
    async findViolation(ask) {
      const planners = await plannersOf(ask);
      if (planners === undefined) return absent;
      for (const [id] of Object.entries(planners).filter(([, { determinism }]) => determinism === "full")) {
        const path = `/planners/${encodeURIComponent(id)}/plan`;
        const once = (): Promise<Reply> => ask({ method: "POST", path, body: { json: determinismExamples.input } });
        const [one, other] = [await once(), await once()];
        const [plan, again] = [one, other].map(({ json }) => JSON.stringify(fieldOf(json, "plan")));
        if (plan !== again)
          return describeViolation(determinismExamples.input, other, `${id} gave another plan than before`);
      }
      return undefined;
    },
  },
  {
    contract: "determinism",
    endpoint: "POST /replay",
    check: "refuses an unknown run",
    async findViolation(ask) {
      const body = { json: { run_id: "no-such-run", mode: "dry_run" } };
      const reply = await ask({ method: "POST", path: "/replay", body });
      return reply.status === 404 ? undefined : describeViolation(body.json, reply, "must be 404");
    },
  },
];

function planIn(locale: string) {
  const json = { ...serviceExamples.request, context: { company_id: 92, locale } };
  return { method: "POST", path: "/plan", body: { json } } as const;
}

/** The plan without texts for people. */
function structureOf(answer: Json | undefined): unknown {
  const steps = fieldOf(answer, "steps");
  return Array.isArray(steps)
    ? steps.map((step) => {
        const payload = fieldOf(step, "payload");
        const call = isJsonObject(payload)
          ? [payload["tool_name"], payload["arguments"], payload["action_name"]]
          : null;
        return [fieldOf(step, "id"), fieldOf(step, "type"), fieldOf(step, "depends_on"), call];
      })
    : null;
}

/** The planners of the server; undefined if it has no such endpoint. */
export async function plannersOf(ask: SendRequest): Promise<PlannerRegistry | undefined> {
  const { json } = await ask({ method: "GET", path: "/planners" });
  return PlannerRegistry.safeParse(json).data;
}
