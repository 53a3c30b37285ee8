import { PlannerList } from "../../contracts/api/planning.ts";
import { determinismExamples } from "../../contracts/determinism/examples.ts";
import { serviceExamples } from "../../contracts/service/examples.ts";
import { structuredExamples } from "../../contracts/structured/examples.ts";
import { StructuredPlan } from "../../contracts/structured/plan.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import { structuredMutations } from "../mutations/structured-mutations.ts";
import type { Ask, Reply } from "./ask.ts";
import { fieldOf } from "./contracts.ts";
import { isAbsent, told } from "./endpoint.ts";
import type { Finding, KitContract } from "./finding.ts";

/** What a contract promises beyond the shape of one answer. */
type Promised = {
  contract: KitContract;
  endpoint: string;
  check: string;
  /** How it is broken, `absent` where there is nobody to keep it, undefined where it is kept. */
  keeps: (ask: Ask) => Promise<string | undefined>;
};

const absent = "absent";

export async function* checkPromises(ask: Ask, contracts: readonly KitContract[]): AsyncGenerator<Finding> {
  for (const { keeps, ...promised } of promises.filter(({ contract }) => contracts.includes(contract))) {
    const broken = await keeps(ask);
    if (broken === undefined || broken === absent) yield { ...promised, outcome: broken ?? "kept" };
    else yield { ...promised, outcome: "broken", detail: broken };
  }
}

const promises: readonly Promised[] = [
  {
    contract: "service",
    endpoint: "POST /plan",
    check: "locale changes wording, never structure",
    async keeps(ask) {
      const replies = await Promise.all(["en-US", "ru-RU"].map((locale) => ask(planIn(locale))));
      if (replies.some(isAbsent)) return absent;
      const [one, other] = replies.map(({ json }) => JSON.stringify(structureOf(json)));
      return one === other ? undefined : `en-US gives ${one}, ru-RU ${other}`;
    },
  },
  {
    contract: "service",
    endpoint: "GET /healthz",
    check: "says that it lives",
    async keeps(ask) {
      const reply = await ask({ method: "GET", path: "/healthz" });
      if (isAbsent(reply)) return absent;
      const lives = reply.status === 200 && fieldOf(reply.json, "status") === "ok";
      return lives ? undefined : told("", reply, 'must be 200 {"status":"ok"}');
    },
  },
  {
    contract: "structured",
    endpoint: "POST /plan/validate",
    check: "finds everything that can be wrong with a plan",
    async keeps(ask) {
      const plan = StructuredPlan.parse(structuredExamples.plan);
      for (const { name, document } of structuredMutations(plan)) {
        const body = { json: { contract: "structured", plan: document, step_count: plan.steps.length } };
        const reply = await ask({ method: "POST", path: "/plan/validate", body });
        if (isAbsent(reply)) return absent;
        if (fieldOf(reply.json, "valid") !== false) return told(document, reply, `${name} must not be valid`);
      }
      return undefined;
    },
  },
  {
    contract: "determinism",
    endpoint: "POST /planners/{id}/plan",
    check: "a planner that declares itself full gives the same bytes twice",
    async keeps(ask) {
      const planners = await plannersOf(ask);
      if (planners === undefined) return absent;
      for (const { planner_id: id } of planners.filter(({ determinism }) => determinism === "full")) {
        const path = `/planners/${encodeURIComponent(id)}/plan`;
        const once = (): Promise<Reply> => ask({ method: "POST", path, body: { json: determinismExamples.input } });
        const [one, other] = [await once(), await once()];
        const [plan, again] = [one, other].map(({ json }) => JSON.stringify(fieldOf(json, "plan")));
        if (plan !== again) return told(determinismExamples.input, other, `${id} gave another plan than before`);
      }
      return undefined;
    },
  },
  {
    contract: "determinism",
    endpoint: "POST /replay",
    check: "knows no run that never was",
    async keeps(ask) {
      const body = { json: { run_id: "no-such-run", mode: "dry_run" } };
      const reply = await ask({ method: "POST", path: "/replay", body });
      return reply.status === 404 ? undefined : told(body.json, reply, "must be 404");
    },
  },
];

function planIn(locale: string) {
  const json = { ...serviceExamples.request, context: { company_id: 92, locale } };
  return { method: "POST", path: "/plan", body: { json } } as const;
}

/** The plan without the words people read. */
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

/** The planners a server lists; undefined where it has no such list. */
export async function plannersOf(ask: Ask): Promise<PlannerList["planners"] | undefined> {
  const { json } = await ask({ method: "GET", path: "/planners" });
  return PlannerList.safeParse(json).data?.planners;
}
