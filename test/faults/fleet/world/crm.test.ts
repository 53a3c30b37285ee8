import { expect, it } from "vitest";
import { createCrm } from "./crm.ts";
import type { WorldCall, WriteManner } from "./deed.ts";

// What the checker believes of the outside world is what this says of itself.
function open() {
  const deeds: WorldCall[] = [];
  const crm = createCrm({ keep: (deed) => void deeds.push(deed), now: () => 1, slowMs: 1 });
  return { crm, seen: () => deeds.map(({ what }) => what) };
}

it("acts once on a key, and again and again without one", async () => {
  const { crm, seen } = open();
  for (const key of ["k", "k", undefined, undefined]) await crm.write({ tool: "add", marker: "m", how: "ok", key });
  expect(seen()).toEqual(["done", "repeated", "done", "done"]);
});

it.each<[WriteManner, string, string[]]>([
  ["ok", "answer", ["done"]],
  ["slow", "answer", ["done"]],
  ["late", "answer", ["done"]],
  ["overdue", "answer", ["done"]],
  ["lose", "hang up", ["done"]],
  ["fail", "refuse", ["refused"]],
])("is %s: %s", async (how, came, seen) => {
  const world = open();
  expect(await world.crm.write({ tool: "post", marker: "m", how })).toBe(came);
  expect(world.seen()).toEqual(seen);
  expect(world.crm.holds("m")).toBe(how !== "fail");
});

it("misbehaves on the first call only", async () => {
  const { crm, seen } = open();
  const call = { tool: "post", marker: "m", how: "fail" } as const;
  expect([await crm.write(call), await crm.write(call)]).toEqual(["refuse", "answer"]);
  expect(seen()).toEqual(["refused", "done"]);
});
