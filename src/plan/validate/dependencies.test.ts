import { planOf, ruleTable, toolStep } from "../../../test/support/rule-table.ts";

const step = (id: string, ...dependsOn: unknown[]): ReturnType<typeof toolStep> => toolStep(id, { dependsOn });
const ordered = { ordered: true };
const ring = (length: number): ReturnType<typeof step>[] =>
  Array.from({ length }, (_, at) => step(`s${at}`, `s${(at + 1) % length}`));

ruleTable("dependencies", [
  ["earlier, later and shared ones", planOf(step("a", "b"), step("b"), step("c", "a", "b")), []],
  ["unknown", planOf(step("a", "zebra")), ["UNKNOWN_DEPENDENCY /steps/0/dependsOn/0"]],
  ["misspelt", planOf(step("fetch"), step("b", "fetsh")), ["UNKNOWN_DEPENDENCY /steps/1/dependsOn/0"]],
  ["another case", planOf(step("a"), step("b", "A")), ["UNKNOWN_DEPENDENCY /steps/1/dependsOn/0"]],
  [
    "two unknown of three",
    planOf(step("a"), step("b", "x", "a", "y")),
    ["UNKNOWN_DEPENDENCY /steps/1/dependsOn/0", "UNKNOWN_DEPENDENCY /steps/1/dependsOn/2"],
  ],
  [
    "a result key is no id",
    planOf(toolStep("a", { resultKey: "key" }), step("b", "key")),
    ["UNKNOWN_DEPENDENCY /steps/1/dependsOn/0"],
  ],
  ["__proto__ is no id", planOf(step("b", "__proto__")), ["UNKNOWN_DEPENDENCY /steps/0/dependsOn/0"]],
  [
    "what is no text is the shape's business",
    planOf(step("a", 1, null)),
    ["WRONG_TYPE /steps/0/dependsOn/0", "WRONG_TYPE /steps/0/dependsOn/1"],
  ],
]);

ruleTable("self dependencies", [
  ["alone", planOf(step("a", "a")), ["SELF_DEPENDENCY /steps/0/dependsOn/0"]],
  ["beside another", planOf(step("a"), step("b", "a", "b")), ["SELF_DEPENDENCY /steps/1/dependsOn/1"]],
  ["first of two", planOf(step("a"), step("b", "b", "a")), ["SELF_DEPENDENCY /steps/1/dependsOn/0"]],
  [
    "in two steps",
    planOf(step("a", "a"), step("b", "b")),
    ["SELF_DEPENDENCY /steps/0/dependsOn/0", "SELF_DEPENDENCY /steps/1/dependsOn/0"],
  ],
  ["not forward, when order counts", planOf(step("a", "a")), ["SELF_DEPENDENCY /steps/0/dependsOn/0"], ordered],
]);

ruleTable("duplicate dependencies", [
  ["twice", planOf(step("a"), step("b", "a", "a")), ["DUPLICATE_DEPENDENCY /steps/1/dependsOn/1"]],
  [
    "three times",
    planOf(step("a"), step("b", "a", "a", "a")),
    ["DUPLICATE_DEPENDENCY /steps/1/dependsOn/1", "DUPLICATE_DEPENDENCY /steps/1/dependsOn/2"],
  ],
  [
    "with another between",
    planOf(step("a"), step("b"), step("c", "a", "b", "a")),
    ["DUPLICATE_DEPENDENCY /steps/2/dependsOn/2"],
  ],
  [
    "two pairs",
    planOf(step("a"), step("b"), step("c", "a", "b", "b", "a")),
    ["DUPLICATE_DEPENDENCY /steps/2/dependsOn/2", "DUPLICATE_DEPENDENCY /steps/2/dependsOn/3"],
  ],
  [
    "in two steps",
    planOf(step("a"), step("b", "a", "a"), step("c", "a", "a")),
    ["DUPLICATE_DEPENDENCY /steps/1/dependsOn/1", "DUPLICATE_DEPENDENCY /steps/2/dependsOn/1"],
  ],
  ["each step may have the same one", planOf(step("a"), step("b", "a"), step("c", "a")), []],
  [
    "numbers are the shape's business",
    planOf(step("a", 1, 1)),
    ["WRONG_TYPE /steps/0/dependsOn/0", "WRONG_TYPE /steps/0/dependsOn/1"],
  ],
]);

ruleTable("order", [
  ["does not count by itself", planOf(step("a", "b"), step("b")), []],
  [
    "counts where the contract says so",
    planOf(step("a", "b"), step("b")),
    ["FORWARD_DEPENDENCY /steps/0/dependsOn/0"],
    ordered,
  ],
  ["earlier is fine", planOf(step("a"), step("b", "a")), [], ordered],
  [
    "two forward",
    planOf(step("a", "b", "c"), step("b"), step("c")),
    ["FORWARD_DEPENDENCY /steps/0/dependsOn/0", "FORWARD_DEPENDENCY /steps/0/dependsOn/1"],
    ordered,
  ],
  [
    "the second of two",
    planOf(step("a"), step("b", "a", "c"), step("c")),
    ["FORWARD_DEPENDENCY /steps/1/dependsOn/1"],
    ordered,
  ],
  [
    "far ahead",
    planOf(step("a", "d"), step("b"), step("c"), step("d")),
    ["FORWARD_DEPENDENCY /steps/0/dependsOn/0"],
    ordered,
  ],
  ["unknown is not forward", planOf(step("a", "zebra")), ["UNKNOWN_DEPENDENCY /steps/0/dependsOn/0"], ordered],
  [
    "in a circle",
    planOf(step("a", "b"), step("b", "a")),
    ["DEPENDENCY_CYCLE /steps/0/dependsOn/0", "FORWARD_DEPENDENCY /steps/0/dependsOn/0"],
    ordered,
  ],
]);

ruleTable("cycles", [
  ["of two", planOf(step("a", "b"), step("b", "a")), ["DEPENDENCY_CYCLE /steps/0/dependsOn/0"]],
  ["of three", planOf(step("a", "b"), step("b", "c"), step("c", "a")), ["DEPENDENCY_CYCLE /steps/0/dependsOn/0"]],
  [
    "two apart",
    planOf(step("a", "b"), step("b", "a"), step("c", "d"), step("d", "c")),
    ["DEPENDENCY_CYCLE /steps/0/dependsOn/0", "DEPENDENCY_CYCLE /steps/2/dependsOn/0"],
  ],
  [
    "behind innocent steps",
    planOf(step("x"), step("a", "x", "b"), step("b", "a"), step("y", "b")),
    ["DEPENDENCY_CYCLE /steps/1/dependsOn/1"],
  ],
  [
    "knotted, the shortest way is named",
    planOf(step("a", "b", "c"), step("b", "c"), step("c", "a")),
    ["DEPENDENCY_CYCLE /steps/0/dependsOn/1"],
  ],
  ["of eleven, named whole", planOf(...ring(11)), ["DEPENDENCY_CYCLE /steps/0/dependsOn/0"]],
  ["of twelve, shortened", planOf(...ring(12)), ["DEPENDENCY_CYCLE /steps/0/dependsOn/0"]],
  ["a diamond is none", planOf(step("a"), step("b", "a"), step("c", "a"), step("d", "b", "c")), []],
]);
