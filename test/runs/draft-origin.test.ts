import { describe, expect, it } from "vitest";
import { openRunsWorld, planOf, quiet, tenant } from "../support/runs-world.ts";
import { FakeFailure } from "../../src/testing/fake-verbs.ts";

const origin = { kind: "draft", draftId: "d1", revision: 1, approvedBy: "anna" } as const;
const steps = ["a", "b", "c"].map((id) => ({ id, kind: "tool", tool: "write", onError: "continue" }));

describe("a run that applies a Draft", () => {
  it("runs its steps one at a time, in order, with the approval", async () => {
    const seen: string[] = [];
    let atOnce = 0;
    const world = await openRunsWorld({
      write: {
        effect: "additive",
        async run(_, { approvedBy = "nobody", call }) {
          seen.push(`${call.request_id.split(":")[2]} ${approvedBy} ${(atOnce += 1)}`);
          await Promise.resolve();
          atOnce -= 1;
          return null;
        },
      },
    });
    await world.runs.create({ tenant, caller: "test", plan: planOf(steps), origin });
    await quiet();
    expect(seen).toEqual(["a anna 1", "b anna 1", "c anna 1"]);
  });

  it("cannot be repeated by a rerun or a full replay", async () => {
    const world = await openRunsWorld({
      write: {
        effect: "additive",
        run() {
          throw new FakeFailure("tool_failed");
        },
      },
    });
    const made = await world.runs.create({ tenant, caller: "test", plan: planOf(steps), origin });
    const runId = made.ok ? made.value.id : "";
    await quiet();
    const refused = { ok: false, issues: [{ code: "DRAFT_REQUIRED" }] };
    expect(await world.runs.rerun({ tenant, runId, fromStep: "a", caller: "test" })).toMatchObject(refused);
    expect(await world.runs.replay({ tenant, runId, mode: "full_replay", caller: "test" })).toMatchObject(refused);
    expect((await world.runs.replay({ tenant, runId, mode: "mock_replay", caller: "test" })).ok).toBe(true);
    expect(world.verbs.calls).toHaveLength(3);
  });
});
