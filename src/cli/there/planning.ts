import { isJsonObject, type JsonObject } from "../../plan/json.ts";
import { exit, type Invocation, type There, text, UsageError } from "../command.ts";
import { contractOf, reportText, stepCountOf } from "../commands/validate.ts";
import { goalOf } from "../commands/plan.ts";
import { readDocument } from "../document.ts";
import { ask } from "./ask.ts";

/** The document of the contract as the server answers it, planned with the tools of the key's tenant. */
export const plan: There = (invocation, client) => {
  const contract = text(invocation, "contract") ?? "service";
  const words = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
  const locale = text(invocation, "locale");
  const worded = locale === undefined ? {} : { locale };
  switch (contract) {
    case "service":
      return ask("plan", {
        // A company is named so that the tenant's own tools are used; which one it is, the key says.
        call: async (asked) => ({
          body: { session_id: 0, message: await goalOf(asked), context: { company_id: 0, ...worded } },
        }),
        words,
      })(invocation, client);
    case "structured":
      return ask("planStructured", {
        call: async (asked) => ({ body: { goal: await goalOf(asked), ...worded } }),
        words,
      })(invocation, client);
    default:
      throw new UsageError(`--contract is service or structured with --url, not "${contract}"`);
  }
};

export const validate = ask("validatePlan", {
  async call(invocation) {
    const [path = "-"] = invocation.args;
    const document = await readDocument(invocation.io, path);
    if (!document.ok) throw new UsageError(`${path}: ${document.issues[0]?.message ?? "is not JSON"}`);
    const count = stepCountOf(text(invocation, "steps"));
    const tools = await manifestOf(invocation, text(invocation, "tools"));
    const contract = contractOf(text(invocation, "contract") ?? "structured");
    return { body: { contract, plan: document.value, ...(count !== undefined && { step_count: count }), ...tools } };
  },
  words: ({ issues }, invocation) => {
    const [path = "-"] = invocation.args;
    return reportText({ path, contract: contractOf(text(invocation, "contract") ?? "structured"), issues });
  },
  code: ({ valid }) => (valid ? exit.ok : exit.contract),
});

async function manifestOf({ io }: Invocation, path: string | undefined): Promise<{ tools?: JsonObject[] }> {
  if (path === undefined) return {};
  const document = await readDocument(io, path);
  const found = document.ok ? document.value : undefined;
  const list = isJsonObject(found) ? found["tools"] : found;
  if (!Array.isArray(list)) throw new UsageError(`${path} is not a tool manifest`);
  return { tools: list.filter(isJsonObject) };
}

export const planners = ask("listPlanners", {
  call(invocation) {
    const [word] = invocation.args;
    if (word !== undefined) throw new UsageError("a server is only asked which planners it has");
    return {};
  },
  words: (answer) =>
    answer.planners
      .map(({ planner_id: id, version, determinism }) => `${id.padEnd(16)} ${version.padEnd(8)} ${determinism}\n`)
      .join(""),
});
