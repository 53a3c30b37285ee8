import { describe, expect, it } from "vitest";
import { createToolbox } from "../plan/tool-spec.ts";
import { actionsExamples } from "./actions/examples.ts";
import { catalogue } from "./catalogue.ts";
import { determinismExamples } from "./determinism/examples.ts";
import { type ContractName, contractNames } from "./surfaces.ts";
import { validateDocument } from "./validate-document.ts";
import type { DocumentOptions } from "./validate-form.ts";

function found(contract: ContractName, document: unknown, options?: DocumentOptions): string[] {
  const checked = validateDocument(contract, document, options);
  return checked.ok ? [] : checked.issues.map(({ code, pointer }) => `${code} ${pointer}`);
}

const toolbox = createToolbox([
  {
    name: "quote_lookup",
    effect: "read",
    inputSchema: { type: "object", required: ["quote_id"] },
    outputSchema: { type: "object", properties: { total: { type: "number" } } },
  },
  {
    name: "create_purchase_order",
    effect: "additive",
    inputSchema: { type: "object", properties: { quote: { type: "object" } } },
  },
]);
const tool = (id: string, payload: object, more: object = {}): object => ({
  id,
  type: "tool",
  description: "d",
  payload: { tool_name: "quote_lookup", arguments: { quote_id: "q" }, ...payload },
  ...more,
});
const service = (...steps: object[]): object => ({ session_id: 1, steps, metadata: { model: "m", version: "0.1" } });
const skill = (step_id: string, more: object = {}): object => ({ step_id, skill: "echo", params: {}, ...more });
const action = (more: object): object => ({
  ...actionsExamples.plan,
  actions: [
    {
      toolkit: "t",
      tool_slug: "create_purchase_order",
      args: {},
      read_only: false,
      idempotency_scope: "s",
      preview: "p",
      ...more,
    },
  ],
});

describe("validateDocument", () => {
  // A list of result rows and a registry have no field of their own to be told by.
  const unmarked = new Set(["structured/execution-result", "determinism/registry", "problem"]);

  it.each(catalogue.filter(({ path }) => !unmarked.has(path)))(
    "accepts the examples of $path",
    ({ path, examples }) => {
      const contract = contractNames.find((name) => path.startsWith(`${name}/`));
      expect(examples.map((document) => contract && found(contract, document))).toEqual(examples.map(() => []));
    },
  );

  it.each<[string, ContractName, unknown, string[]]>([
    [
      "dependencies",
      "service",
      service(tool("a", {}, { depends_on: ["b", "a"] })),
      ["UNKNOWN_DEPENDENCY /steps/0/depends_on/0", "SELF_DEPENDENCY /steps/0/depends_on/1"],
    ],
    [
      "the tool",
      "service",
      service(tool("a", { tool_name: "quote_lokup" })),
      ["UNKNOWN_TOOL /steps/0/payload/tool_name"],
    ],
    [
      "arguments",
      "service",
      service(tool("a", { arguments: {} })),
      ["INVALID_ARGUMENTS /steps/0/payload/arguments/quote_id"],
    ],
    [
      "result keys",
      "service",
      service(tool("a", { result_key: "k" }), tool("b", { result_key: "k" })),
      ["DUPLICATE_RESULT_KEY /steps/1/payload/result_key"],
    ],
    [
      "a message's text",
      "service",
      service(tool("a", { result_key: "k" }), {
        id: "m",
        type: "message",
        description: "d",
        depends_on: ["a"],
        payload: { channel: "user", content: "{{results.k.totl}}" },
      }),
      ["REFERENCE_PATH /steps/1/payload/content"],
    ],
    [
      "shape and rules together",
      "service",
      service(tool("a", { extra: 1 }, { depends_on: ["z"] })),
      ["UNKNOWN_FIELD /steps/0/payload/extra", "UNKNOWN_DEPENDENCY /steps/0/depends_on/0"],
    ],
    ["a service request", "service", { message: "m" }, ["MISSING_FIELD /session_id"]],
    ["actions: the tool", "actions", action({ tool_slug: "NOPE" }), ["UNKNOWN_TOOL /actions/0/tool_slug"]],
    [
      "actions: a false claim to read",
      "actions",
      action({ read_only: true }),
      ["EFFECT_UNDERSTATED /actions/0/read_only"],
    ],
    ["actions: a false intent", "actions", { ...action({}), intent: "query" }, ["INTENT_UNDERSTATED /intent"]],
    ["determinism: the skill", "determinism", { steps: [skill("s1")] }, ["UNKNOWN_TOOL /steps/0/skill"]],
    [
      "determinism: references and keys",
      "determinism",
      {
        steps: [
          skill("s1", { skill: "quote_lookup", params: { quote_id: "{{s2}}" }, output_key: "k" }),
          skill("s2", {
            skill: "quote_lookup",
            params: { quote_id: "{{k.totl}}" },
            depends_on: ["s1"],
            output_key: "k",
          }),
        ],
      },
      [
        "DUPLICATE_RESULT_KEY /steps/1/output_key",
        "REFERENCE_NOT_A_DEPENDENCY /steps/0/params/quote_id",
        "REFERENCE_PATH /steps/1/params/quote_id",
      ],
    ],
    [
      "determinism: an output, inside and around",
      "determinism",
      { plan: { steps: [skill("s1")] }, metadata: {}, deterministic: "yes", extra: 1 },
      ["UNKNOWN_TOOL /plan/steps/0/skill", "WRONG_TYPE /deterministic", "UNKNOWN_FIELD /extra"],
    ],
    [
      "determinism: an output without a plan",
      "determinism",
      { ...determinismExamples.output, plan: 1 },
      ["WRONG_TYPE /plan"],
    ],
    [
      "determinism: an output too long",
      "determinism",
      { ...determinismExamples.output, plan: { steps: Array.from({ length: 10_001 }, () => skill("s1")) } },
      ["TOO_LONG /plan/steps"],
    ],
    ["determinism: a stray field", "determinism", { steps: [], code: 1 }, ["UNKNOWN_FIELD /code"]],
    ["react: a request", "react", { goal: {} }, ["MISSING_FIELD /goal/description"]],
    ["no object", "actions", 1, ["WRONG_TYPE "]],
    ["too long", "determinism", { steps: Array.from({ length: 10_001 }, () => skill("s1")) }, ["TOO_LONG /steps"]],
  ])("%s", (_, contract, document, expected) => {
    const issues = found(contract, document, { toolbox });
    expect(issues).toEqual(expect.arrayContaining(expected));
    if (contract !== "react" && expected[0] !== "MISSING_FIELD /session_id")
      expect(issues).toHaveLength(expected.length);
  });

  it.each(contractNames)("never throws for what cannot even be looked at: %s", (contract) => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const raise = (): never => {
      throw new Error("no");
    };
    const trap = new Proxy({}, { get: raise, has: raise, ownKeys: raise, getOwnPropertyDescriptor: raise });
    for (const hostile of [proxy, trap, { plan: trap }, { steps: trap }])
      expect(found(contract, hostile).length).toBeGreaterThan(0);
  });

  it("counts steps where a number was asked for", () => {
    expect(found("determinism", determinismExamples.plan, { stepCount: 2 })).toEqual(["STEP_COUNT /steps"]);
  });
});
