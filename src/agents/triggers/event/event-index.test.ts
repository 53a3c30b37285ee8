import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AgentProfile } from "../../../contracts/react/agent-profile.ts";
import type { EventConditions } from "../../../contracts/react/trigger.ts";
import { createAgent } from "../../profile/agent.ts";
import { mismatchOf } from "./conditions.ts";
import { createEventIndex } from "./event-index.ts";

const agentOf = (at: number, conditions: EventConditions, tenant = "acme") =>
  createAgent(
    tenant,
    AgentProfile.parse({
      id: `agent.${at}`,
      description: "",
      goal_template: { description: "x" },
      toolset: [],
      triggers: { events: [{ channel: "c", conditions }] },
    }),
  );

const scalar = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom("a", "b"), fc.boolean(), fc.constant(null));
const condition = fc.oneof(
  scalar,
  fc.record({ in: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
  fc.record({ exists: fc.boolean() }),
);
const bound = fc.integer({ min: -1, max: 4 });
const conditions = fc
  .tuple(
    fc.dictionary(fc.constantFrom("x", "y", "y.z"), condition, { maxKeys: 2, noNullPrototype: true }),
    fc.dictionary(fc.constantFrom("min_x", "max_x", "min_y.z"), bound, { maxKeys: 2, noNullPrototype: true }),
  )
  .map(([values, bounds]): EventConditions => ({ ...values, ...bounds }));
const payload = fc.record(
  { x: scalar, y: fc.oneof(scalar, fc.record({ z: scalar })) },
  { requiredKeys: [], noNullPrototype: true },
);

describe("the index of many triggers", () => {
  it("finds every trigger that an event sets off, once", () => {
    fc.assert(
      fc.property(fc.array(conditions, { minLength: 65, maxLength: 120 }), payload, (many, event) => {
        const found = createEventIndex(many.map((one, at) => agentOf(at, one))).concerned("acme", "c", event);
        const matching = found.filter(({ armed }) => mismatchOf(armed.trigger.conditions, event) === undefined);
        const expected = many.flatMap((one, at) => (mismatchOf(one, event) === undefined ? [`agent.${at}`] : []));
        expect(matching.map(({ agent }) => agent.profile.id).toSorted()).toEqual(expected.toSorted());
      }),
      { seed: 4, numRuns: 100 },
    );
  });

  it("asks few triggers all, so that each can say why it did not fire, and none of another tenant", () => {
    const index = createEventIndex([agentOf(1, { x: 1 }), agentOf(2, { x: 2 }), agentOf(3, { x: 1 }, "globex")]);
    expect(index.concerned("acme", "c", { x: 1 })).toHaveLength(2);
    expect(index.concerned("globex", "c", { x: 1 })).toHaveLength(1);
    expect(index.concerned("acme", "other", { x: 1 })).toEqual([]);
    expect(index.channels("acme")).toEqual(["c"]);
  });
});
