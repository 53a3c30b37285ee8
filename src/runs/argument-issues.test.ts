import { afterEach, describe, expect, it } from "vitest";
import { openRunsWorld, type RunsWorld, tenant } from "../../test/support/runs-world.ts";
import { FakeFailure } from "../testing/fake-verbs.ts";

let world: RunsWorld;
afterEach(() => world.engine.stop());

const tool = (id: string, name: string, more: object = {}) => ({ id, kind: "tool", tool: name, ...more });

const money = {
  type: "object",
  properties: { amount: { type: "number" } },
  required: ["amount"],
  additionalProperties: false,
};

describe("a rerun with other arguments", () => {
  it.each([
    [{ amount: "1" }, "INVALID_ARGUMENTS /args/amount"],
    [{ amount: "{{nothing.n}}" }, "UNKNOWN_REFERENCE /args/amount"],
    [{ amount: "{{a.n" }, "MALFORMED_REFERENCE /args/amount"],
  ])("refuses %j before it starts", async (args, issue) => {
    world = await openRunsWorld({ echo: { run: () => ({}) }, pay: { inputSchema: money, run: () => ({}) } });
    const { id } = await world.run([tool("a", "echo"), tool("b", "pay", { args: { amount: 1 }, dependsOn: ["a"] })]);
    const again = await world.runs.rerun({ tenant, runId: id, fromStep: "b", caller: "test", args });
    expect(again.ok ? [] : again.issues.map(({ code, pointer }) => `${code} ${pointer}`)).toContain(issue);
    expect(await world.runs.list({ tenant, limit: 9 })).toHaveLength(1);
  });
});

describe("an edit of a waiting step", () => {
  it("refuses edited arguments that the tool cannot take, and stays open", async () => {
    world = await openRunsWorld({
      pay: { inputSchema: money, run: () => Promise.reject(new FakeFailure("tool_failed")) },
    });
    await world.run([tool("a", "pay", { args: { amount: 1 }, escalate: true })]);
    const [wait] = await world.runs.waits(tenant);
    expect(
      await world.runs.decide({ tenant, waitId: wait?.id ?? "" }, { choice: "edit", args: { amont: 1 } }, "ann"),
    ).toMatchObject({
      issues: [
        { code: "INVALID_ARGUMENTS", pointer: "/args/amount" },
        { code: "INVALID_ARGUMENTS", pointer: "/args/amont", hint: 'Did you mean "amount"?' },
      ],
    });
    expect(await world.runs.waits(tenant)).toHaveLength(1);
  });
});
