import type { JsonObject } from "../json.ts";
import { planOf, ruleTable, searchStep, toolStep } from "../../../test/support/rule-table.ts";

const wait = (of: JsonObject, more: JsonObject = {}): object =>
  planOf(searchStep("s1"), { id: "s2", kind: "wait", dependsOn: ["s1"], wait: of, ...more });
const until = "INVALID_WAIT /steps/1/wait/until";

ruleTable("waits", [
  ["until a time", wait({ for: "time", until: "2026-12-01T09:00:00+01:00" }), []],
  ["until a time that a reference brings", wait({ for: "time", until: "{{s1.items[0].id}}" }), []],
  ["until a time without an offset", wait({ for: "time", until: "2026-12-01T09:00:00" }), [until]],
  ["until a word", wait({ for: "time", until: "tomorrow" }), [until]],
  ["for a duration", wait({ for: "duration", seconds: 60 }), []],
  ["for a duration that a reference brings", wait({ for: "duration", seconds: "{{s1.count}}" }), []],
  ["for a word", wait({ for: "duration", seconds: "long" }), ["INVALID_WAIT /steps/1/wait/seconds"]],
  [
    "for an event",
    wait({ for: "event", channel: "paid", where: [{ path: "id", is: "equal", to: "{{s1.count}}" }] }),
    [],
  ],
  [
    "for an event compared with nothing",
    wait({ for: "event", channel: "paid", where: [{ path: "id", is: "equal" }] }),
    ["INVALID_WAIT /steps/1/wait/where/0/to"],
  ],
  ["for an answer", wait({ for: "answer", question: "Which of {{s1.count}}?", choices: ["a"] }), []],
  [
    "for the answer to an unknown result",
    wait({ for: "answer", question: "{{s9}}?" }),
    ["UNKNOWN_REFERENCE /steps/1/wait/question"],
  ],
]);

const undo = (compensate: object, more: object = {}): object =>
  planOf(searchStep("s1"), toolStep("s2", { dependsOn: ["s1"], compensate, ...more }));
const own = { tool: "delete_order", args: { order_id: "{{s2.order_id}}" } };

ruleTable("compensations", [
  ["that use the step's own result", undo(own), []],
  ["of an item with its own result", undo(own, { forEach: { over: "{{s1.items}}" } }), []],
  ["of an unknown tool", undo({ tool: "nothing" }), ["UNKNOWN_TOOL /steps/1/compensate/tool"]],
  ["without an argument", undo({ tool: "delete_order" }), ["INVALID_ARGUMENTS /steps/1/compensate/args/order_id"]],
  [
    "of a step that reads",
    planOf({ ...searchStep("s1"), compensate: { tool: "delete_order", args: { order_id: "1" } } }),
    ["NOTHING_TO_UNDO /steps/0/compensate"],
  ],
]);
