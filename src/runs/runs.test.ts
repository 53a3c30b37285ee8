import { afterEach, describe, expect, it } from "vitest";
import { FakeFailure } from "../testing/fake-verbs.ts";
import { openRunsWorld, type RunsWorld, tenant } from "../../test/support/runs-world.ts";

let world: RunsWorld;
afterEach(() => world.engine.stop());

const echo = { run: (payload: Record<string, unknown>) => ({ echo: payload["text"] ?? null }) as never };

describe("a run", () => {
  it("carries steps out in the order of their dependencies and hands results on with their types", async () => {
    world = await openRunsWorld({ echo, count: { run: () => ({ n: 3, list: [1, 2] }) } });
    const run = await world.run([
      { id: "s1", kind: "tool", tool: "count" },
      { id: "s2", kind: "tool", tool: "echo", args: { text: "{{s1.n}}" }, dependsOn: ["s1"] },
      {
        id: "s3",
        kind: "message",
        channel: "assistant",
        content: "got {{s2.echo}} of {{s1.list}}",
        dependsOn: ["s1", "s2"],
      },
    ]);
    expect(run).toMatchObject({ status: "completed", taskStatus: "COMPLETED" });
    const view = await world.runs.view({ tenant, runId: run.id });
    expect(view?.rows.map(({ output }) => output)).toEqual([
      { n: 3, list: [1, 2] },
      { echo: 3 },
      { channel: "assistant", content: "got 3 of [1,2]", metadata: {} },
    ]);
  });

  it("fails", async () => {
    world = await openRunsWorld({ bad: { run: () => Promise.reject(new FakeFailure("tool_failed")) } });
    const run = await world.run([{ id: "s1", kind: "tool", tool: "bad" }]);
    expect(run).toMatchObject({ status: "failed", taskStatus: "FAILED" });
  });
});
