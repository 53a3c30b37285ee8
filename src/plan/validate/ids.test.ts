import { planOf, ruleTable, toolStep } from "../../../test/support/rule-table.ts";

const step = toolStep;
const keyed = (id: string, resultKey: string): ReturnType<typeof step> => step(id, { resultKey });
const results = (plan: object): object => ({ ...plan, spelling: "results" });

ruleTable("step ids", [
  ["are distinct", planOf(step("a"), step("b"), step("A")), []],
  ["twice the same", planOf(step("a"), step("a")), ["DUPLICATE_STEP_ID /steps/1/id"]],
  [
    "three times the same",
    planOf(step("a"), step("a"), step("a")),
    ["DUPLICATE_STEP_ID /steps/1/id", "DUPLICATE_STEP_ID /steps/2/id"],
  ],
  [
    "two pairs",
    planOf(step("a"), step("b"), step("a"), step("b")),
    ["DUPLICATE_STEP_ID /steps/2/id", "DUPLICATE_STEP_ID /steps/3/id"],
  ],
  ["far apart", planOf(step("a"), step("b"), step("c"), step("a")), ["DUPLICATE_STEP_ID /steps/3/id"]],
  [
    "of other kinds",
    planOf(step("a"), { id: "a", kind: "message", channel: "user", content: "" }),
    ["DUPLICATE_STEP_ID /steps/1/id"],
  ],
  [
    "the same id is one issue, its result key none",
    planOf(keyed("a", "k"), keyed("a", "k")),
    ["DUPLICATE_STEP_ID /steps/1/id"],
  ],
  [
    "a missing id is the shape's business",
    planOf(step("a"), { kind: "tool", tool: "mystery" }, { kind: "tool", tool: "mystery" }),
    ["MISSING_FIELD /steps/1/id", "MISSING_FIELD /steps/2/id"],
  ],
]);

ruleTable("result keys", [
  ["are distinct", planOf(keyed("a", "x"), keyed("b", "y")), []],
  ["may be the step's own id", planOf(keyed("a", "a"), step("b")), []],
  ["twice the same", planOf(keyed("a", "x"), keyed("b", "x")), ["DUPLICATE_RESULT_KEY /steps/1/resultKey"]],
  [
    "three times the same",
    planOf(keyed("a", "x"), keyed("b", "x"), keyed("c", "x")),
    ["DUPLICATE_RESULT_KEY /steps/1/resultKey", "DUPLICATE_RESULT_KEY /steps/2/resultKey"],
  ],
  [
    "the same, not at the start",
    planOf(step("z"), keyed("a", "x"), step("c"), keyed("b", "x")),
    ["DUPLICATE_RESULT_KEY /steps/3/resultKey"],
  ],
  ["the id of an earlier step", planOf(step("a"), keyed("b", "a")), ["DUPLICATE_RESULT_KEY /steps/1/resultKey"]],
  ["the id of a later step", planOf(keyed("a", "b"), step("b")), ["DUPLICATE_RESULT_KEY /steps/1/id"]],
  ["the id of a later step with a key", planOf(keyed("a", "b"), keyed("b", "c")), ["DUPLICATE_RESULT_KEY /steps/1/id"]],
  ["under results, an id with a key is free", results(planOf(keyed("a", "b"), keyed("b", "c"))), []],
  [
    "under results, an id without a key is a name",
    results(planOf(keyed("a", "b"), step("b"))),
    ["DUPLICATE_RESULT_KEY /steps/1/id"],
  ],
]);

ruleTable("the number of steps", [
  ["as asked for", planOf(step("a")), [], { stepCount: 1 }],
  ["none asked for", planOf(), []],
  ["one too few", planOf(step("a")), ["STEP_COUNT /steps"], { stepCount: 2 }],
  ["two too many", planOf(step("a"), step("b"), step("c")), ["STEP_COUNT /steps"], { stepCount: 1 }],
  ["none at all", planOf(), ["STEP_COUNT /steps"], { stepCount: 1 }],
  ["none wanted", planOf(step("a")), ["STEP_COUNT /steps"], { stepCount: 0 }],
  ["far too many wanted", planOf(step("a")), ["STEP_COUNT /steps"], { stepCount: 10_000 }],
]);
