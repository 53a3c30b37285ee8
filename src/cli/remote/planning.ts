import { isJsonObject, type JsonObject } from "../../plan/json.ts";
import { exit, type Invocation, type RemoteHandler, text, UsageError } from "../command.ts";
import { contractOf, reportText, stepCountOf } from "../commands/documents/validate.ts";
import { readGoal } from "../commands/planning/plan.ts";
import { readDocument } from "../input/document.ts";
import { callRoute } from "./call-route.ts";

/** Prints the contract document of the server, planned with the tools of the tenant of the key. */
export const plan: RemoteHandler = (invocation, client) => {
  const contract = text(invocation, "contract") ?? "service";
  const words = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
  const locale = text(invocation, "locale");
  const worded = locale === undefined ? {} : { locale };
  switch (contract) {
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

export const validate = callRoute("validatePlan", {
  async call(invocation) {
    const [path = "-"] = invocation.args;
    const document = await readDocument(invocation.io, path);
    if (!document.ok) throw new UsageError(`${path}: ${document.issues[0]?.message ?? "is not JSON"}`);
    const count = stepCountOf(text(invocation, "steps"));
    const tools = await manifestOf(invocation, text(invocation, "tools"));
    const contract = contractOf(text(invocation, "contract") ?? "structured");
    return { body: { contract, plan: document.value, ...(count !== undefined && { step_count: count }), ...tools } };
  },
  text: ({ issues }, invocation) => {
    const [path = "-"] = invocation.args;
    return reportText({ path, contract: contractOf(text(invocation, "contract") ?? "structured"), issues });
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
