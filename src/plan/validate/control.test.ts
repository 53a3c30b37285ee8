import { planOf, ruleTable, searchStep, toolStep } from "../../../test/support/rule-table.ts";

const when = (condition: object): object =>
  planOf(searchStep("s1"), toolStep("s2", { dependsOn: ["s1"], when: { value: "{{s1.count}}", ...condition } }));
const each = (forEach: object): object =>
  planOf(searchStep("s1"), toolStep("s2", { dependsOn: ["s1"], forEach: { over: "{{s1.items}}", ...forEach } }));
const where = (filter: object): object =>
  each({
    where: [
      { path: "price", is: "present" },
      { path: "price", ...filter },
    ],
  });
const value = "INVALID_CONDITION /steps/1/when/value";
const to = "INVALID_CONDITION /steps/1/when/to";

ruleTable("conditions", [
  ["with a number", when({ is: "more", to: 3 }), []],
  ["with a text", when({ is: "at_least", to: "2026-01-01" }), []],
  ["with anything", when({ is: "equal", to: null }), []],
  ["with a list", when({ is: "one_of", to: [1, 2] }), []],
  ["with a list that a reference brings", when({ is: "one_of", to: "{{s1.items}}" }), []],
  ["with nothing", when({ is: "present" }), []],
  ["on a count", when({ of: "count", is: "less", to: 3 }), []],
  ["on a count that a reference brings", when({ of: "count", is: "less", to: "{{s1.count}}" }), []],
  ["on a count in a list", when({ of: "count", is: "one_of", to: [1, 2] }), []],
  ["no reference", when({ value: "3", is: "present" }), [value]],
  ["an embedded reference", when({ value: "n {{s1.count}}", is: "present" }), [value]],
  ["two references", when({ value: "{{s1.count}}{{s1.count}}", is: "present" }), [value]],
  ["equal to nothing", when({ is: "equal" }), [to]],
  ["not equal to nothing", when({ is: "not_equal" }), [to]],
  ["containing nothing", when({ is: "contains" }), [to]],
  ["less than a list", when({ is: "less", to: [1] }), [to]],
  ["at most true", when({ is: "at_most", to: true }), [to]],
  ["more than null", when({ is: "more", to: null }), [to]],
  ["at least an object", when({ is: "at_least", to: {} }), [to]],
  ["one of a number", when({ is: "one_of", to: 1 }), [to]],
  ["present with a value", when({ is: "present", to: 1 }), [to]],
  ["absent with a value", when({ is: "absent", to: 1 }), [to]],
  ["empty with a value", when({ is: "empty", to: 1 }), [to]],
  ["not empty with a value", when({ is: "not_empty", to: 1 }), [to]],
  ["a count equal to true", when({ of: "count", is: "equal", to: true }), [to]],
  ["both wrong", when({ value: "3", is: "less" }), [value, to]],
  ["an unknown test without a value, too", when({ is: "toString" }), ["INVALID_VALUE /steps/1/when/is"]],
  ["an unknown test is the shape's business", when({ is: "toString", to: 1 }), ["INVALID_VALUE /steps/1/when/is"]],
]);

const over = "INVALID_ITERATION /steps/1/forEach/over";
ruleTable("iterations", [
  ["over a list", each({ as: "one", take: 3 }), []],
  [
    "over what nobody declared",
    planOf(toolStep("s1"), toolStep("s2", { dependsOn: ["s1"], forEach: { over: "{{s1.any}}" } })),
    [],
  ],
  [
    "over the list an iteration gives",
    planOf(
      searchStep("s1"),
      toolStep("s2", { dependsOn: ["s1"], forEach: { over: "{{s1.items}}" } }),
      toolStep("s3", { dependsOn: ["s2"], forEach: { over: "{{s2}}" } }),
    ),
    [],
  ],
  ["over no reference", each({ over: "items" }), [over]],
  ["over an embedded reference", each({ over: "all {{s1.items}}" }), [over]],
  ["over a number", each({ over: "{{s1.count}}" }), [over]],
  ["over an object", each({ over: "{{s1.owner}}" }), [over]],
  [
    "over what is not there, which is a path issue",
    each({ over: "{{s1.itemz}}" }),
    ["REFERENCE_PATH /steps/1/forEach/over"],
  ],
  ["with a name that is taken", each({ as: "s1" }), ["INVALID_ITERATION /steps/1/forEach/as"]],
  ["with its own step's name", each({ as: "s2" }), ["INVALID_ITERATION /steps/1/forEach/as"]],
  [
    "with the default name taken",
    planOf(searchStep("item"), toolStep("s2", { dependsOn: ["item"], forEach: { over: "{{item.items}}" } })),
    ["INVALID_ITERATION /steps/1/forEach/as"],
  ],
  ["with a filter", where({ is: "more", to: 3 }), []],
  ["with a filter on any value", where({ is: "equal", to: true }), []],
  ["with a filter that lacks its value", where({ is: "more" }), ["INVALID_ITERATION /steps/1/forEach/where/1/to"]],
  ["with a filter of another type", where({ is: "one_of", to: 3 }), ["INVALID_ITERATION /steps/1/forEach/where/1/to"]],
  [
    "with a filter that has too much",
    where({ is: "absent", to: 3 }),
    ["INVALID_ITERATION /steps/1/forEach/where/1/to"],
  ],
  ["a filter that is none is the shape's business", each({ where: [1] }), ["WRONG_TYPE /steps/1/forEach/where/0"]],
  ["an over that is no text is the shape's business", each({ over: 1 }), ["WRONG_TYPE /steps/1/forEach/over"]],
]);

const safety = (id: string, fallbackStep: string): ReturnType<typeof toolStep> => ({
  id,
  kind: "safety",
  check: "limits",
  severity: "warn",
  fallbackStep,
});
const at = "UNKNOWN_FALLBACK /steps/0/fallbackStep";
ruleTable("fallback steps", [
  ["in the plan", planOf(safety("a", "b"), toolStep("b")), []],
  ["nothing like it", planOf(safety("a", "zebra")), [at]],
  ["misspelt", planOf(safety("a", "escalat"), toolStep("escalate")), [at]],
  ["itself", planOf(safety("a", "a")), [at]],
  ["empty", planOf(safety("a", ""), toolStep("b")), [at]],
  ["a tool's name", planOf(safety("a", "mystery"), toolStep("b")), [at]],
  ["in two steps", planOf(safety("a", "x"), safety("b", "y")), [at, "UNKNOWN_FALLBACK /steps/1/fallbackStep"]],
]);
