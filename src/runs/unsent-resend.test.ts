import { expect, it } from "vitest";
import { FakeFailure, type FakeVerb } from "../testing/fake-verbs.ts";
import { openRunsWorld, tenant } from "../../test/support/runs-world.ts";

it("a write whose answer was lost waits for a person if it cannot be sent again: it may have happened", async () => {
  const failures = ["timeout"];
  const create: FakeVerb = {
    effect: "additive",
    retryClass: "keyed",
    run: () => Promise.reject(new FakeFailure(failures.shift() ?? "unavailable")),
  };
  const world = await openRunsWorld({ create });
  const { id } = await world.run([{ id: "a", kind: "tool", tool: "create", args: {} }]);
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 1_000) {
    world.clock.advance(1_000);
    await world.settle();
  }
  expect(await world.store.run(tenant, id)).toMatchObject({ status: "waiting", waiting: { for: "operator" } });
  expect(await world.store.effects(tenant, id)).toMatchObject([{ state: "unknown" }]);
  await world.engine.stop();
});
