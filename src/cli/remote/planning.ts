import { isJsonObject, type JsonObject } from "../../plan/json.ts";
import { type Client, ProblemError } from "../../client/index.ts";
import { compact } from "../../plan/compact.ts";
import type { Explanation } from "../../contracts/api/explanation.ts";
import { PlannerError } from "../../contracts/determinism/planner.ts";
import { Plan } from "../../plan/plan.ts";
import type { PlannedAnswer } from "../../ports/planner.ts";
import { exit, type ExitCode, type Invocation, numberOf, type RemoteHandler, text, UsageError } from "../command.ts";
import { contractOf, reportText } from "../commands/documents/validate.ts";
import { printAnswer, readGoal } from "../commands/planning/plan.ts";
import { readDocument } from "../input/document.ts";
import { callRoute } from "./call-route.ts";

/** Prints the plan of the server as a local one, or the document of `--contract`; with the tools of the tenant of the key. */
export const plan: RemoteHandler = (invocation, client) => {
  const contract = text(invocation, "contract");
  const words = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
  const locale = text(invocation, "locale");
  const worded = locale === undefined ? {} : { locale };
  switch (contract) {
    case undefined:
      return planThere(invocation, client);
    case "service":
      return callRoute("plan", {
        // Any company id enables tenant tools; the key decides the tenant.
        call: async (asked) => ({
          body: { session_id: 0, message: await readGoal(asked), context: { company_id: 0, ...worded } },
        }),
        text: words,
      })(invocation, client);
    case "structured":
      return callRoute("planStructured", {
        call: async (asked) => ({ body: { goal: await readGoal(asked), ...worded } }),
        text: words,
      })(invocation, client);
    default:
      throw new UsageError(`--contract must be service or structured with --url, not "${contract}"`);
  }
};

async function planThere(invocation: Invocation, client: Client): Promise<ExitCode> {
  const goal = await readGoal(invocation);
  const given = compact({
    locale: text(invocation, "locale"),
    zone: text(invocation, "zone"),
    planner: text(invocation, "planner"),
  });
  try {
    const found = await client.explainPlan({ body: { goal, contract: "runs", ...given } });
    return printAnswer(invocation, toPlanned(goal, found), found.planner.planner_id);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, message, retryable, details } = error.problem;
    const planned = PlannerError.safeParse({ code, message, retryable, details });
    if (!planned.success) throw error;
    return printAnswer(invocation, planned.data, "");
  }
}

/** The answer of the server as its planner gave it. */
function toPlanned(goal: string, found: Explanation): PlannedAnswer {
  const { confidence, deterministic, notes, lesson } = found;
  return {
    plan: Plan.parse(found.plan),
    confidence,
    deterministic,
    reasons: found.reasons.map(({ step_id: step, tool, param, from, to }) =>
      compact({ step, tool, param: param ?? undefined, from, to, words: goal.slice(from, to) }),
    ),
    unaccounted: found.unaccounted.map((one) => ({ ...one, words: goal.slice(one.from, one.to) })),
    considered: found.considered.map(({ planner_id: planner, outcome, why }) => ({ planner, outcome, why })),
    notes,
    ...(lesson !== null && { lesson }),
    ...(found.questions.length > 0 && { clarification: { missing: [], bad: [] } }),
  };
}

export const validate = callRoute("validatePlan", {
  async call(invocation) {
    const [path = "-"] = invocation.args;
    const document = await readDocument(invocation.io, path);
    if (!document.ok) throw new UsageError(`${path}: ${document.issues[0]?.message ?? "is not JSON"}`);
    const count = numberOf(invocation, "steps");
    const tools = await manifestOf(invocation, text(invocation, "tools"));
    const contract = contractOf(invocation);
    return { body: { contract, plan: document.value, ...compact({ step_count: count }), ...tools } };
  },
  text: ({ issues }, invocation) => {
    const [path = "-"] = invocation.args;
    return reportText({ path, contract: contractOf(invocation), issues });
  },
  exitCode: ({ valid }) => (valid ? exit.ok : exit.contract),
});

async function manifestOf({ io }: Invocation, path: string | undefined): Promise<{ tools?: JsonObject[] }> {
  if (path === undefined) return {};
  const document = await readDocument(io, path);
  const found = document.ok ? document.value : undefined;
  const list = isJsonObject(found) ? found["tools"] : found;
  if (!Array.isArray(list)) throw new UsageError(`${path} is not a tool manifest`);
  return { tools: list.filter(isJsonObject) };
}

export const planners = callRoute("listPlanners", {
  call(invocation) {
    const [word] = invocation.args;
    if (word !== undefined) throw new UsageError("stability cannot be measured with --url");
    return {};
  },
  text: (answer) =>
    Object.entries(answer)
      .map(([id, { version = "", determinism }]) => `${id.padEnd(16)} ${version.padEnd(8)} ${determinism}\n`)
      .join(""),
});
