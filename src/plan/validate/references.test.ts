import { planOf, ruleTable, searchStep, toolStep } from "../../../test/support/rule-table.ts";

const use = (id: string, value: unknown, more: object = {}): ReturnType<typeof toolStep> =>
  toolStep(id, { dependsOn: ["s1"], args: { value }, ...more });
const two = (value: unknown): object => planOf(searchStep("s1"), use("s2", value));
const typed = (args: object): object =>
  planOf(searchStep("s1"), toolStep("s2", { dependsOn: ["s1"], tool: "create_order", args }));
const at = "/steps/1/args/value";

ruleTable("malformed references", [
  ["not closed", two("{{s1.count"), [`MALFORMED_REFERENCE ${at}`]],
  ["empty", two("{{}}"), [`MALFORMED_REFERENCE ${at}`]],
  ["a filter", two("{{s1|upper}}"), [`MALFORMED_REFERENCE ${at}`]],
  ["an expression", two("{{ s1.count + 1 }}"), [`MALFORMED_REFERENCE ${at}`]],
  ["two in one text", two("{{s1..count}} and {{.}}"), [`MALFORMED_REFERENCE ${at}`, `MALFORMED_REFERENCE ${at}`]],
  ["beside a good one", two("{{s1.count}} {{"), [`MALFORMED_REFERENCE ${at}`]],
  ["a very long one is shortened", two(`{{${"x y ".repeat(40)}}}`), [`MALFORMED_REFERENCE ${at}`]],
  ["sixty characters are shown whole", two(`{{${"x".repeat(56)} y`), [`MALFORMED_REFERENCE ${at}`]],
  ["sixty-one are not", two(`{{${"x".repeat(57)} y`), [`MALFORMED_REFERENCE ${at}`]],
  [
    "without results.",
    { ...planOf(searchStep("s1"), use("s2", "{{s1}}")), spelling: "results" },
    [`MALFORMED_REFERENCE ${at}`],
  ],
  [
    "without .output",
    { ...planOf(searchStep("s1"), use("s2", "$step_1.count")), spelling: "dollar" },
    [`MALFORMED_REFERENCE ${at}`],
  ],
  ["plain text where nothing is a reference", { ...two("{{"), spelling: "none" }, []],
  [
    "in a message, a query and filters",
    planOf(
      { id: "m", kind: "message", channel: "user", content: "{{", summary: "{{", metadata: { a: ["{{"] } },
      { id: "l", kind: "lookup", query: "{{", target: "api", filters: { a: "{{" } },
      { id: "a", kind: "action", action: "x", mode: "sync", parameters: { a: "{{" } },
    ),
    [
      "MALFORMED_REFERENCE /steps/0/content",
      "MALFORMED_REFERENCE /steps/0/summary",
      "MALFORMED_REFERENCE /steps/0/metadata/a/0",
      "MALFORMED_REFERENCE /steps/1/query",
      "MALFORMED_REFERENCE /steps/1/filters/a",
      "MALFORMED_REFERENCE /steps/2/parameters/a",
    ],
  ],
  ["not in a title or a key", planOf(toolStep("s1", { title: "{{", args: { "{{": 1 } })), []],
]);

ruleTable("unknown references", [
  ["nothing like it", two("{{nobody.x}}"), [`UNKNOWN_REFERENCE ${at}`]],
  [
    "misspelt",
    planOf(searchStep("search"), use("s2", "{{serch.count}}", { dependsOn: ["search"] })),
    [`UNKNOWN_REFERENCE ${at}`],
  ],
  ["embedded, twice", two("{{nobody.x}} {{noone.y}}"), [`UNKNOWN_REFERENCE ${at}`, `UNKNOWN_REFERENCE ${at}`]],
  ["deep inside", two({ a: [{ b: "{{nobody}}" }] }), [`UNKNOWN_REFERENCE ${at}/a/0/b`]],
  [
    "an id hidden by a key, under results",
    { ...planOf(toolStep("s1", { resultKey: "key" }), use("s2", "{{results.s1.x}}")), spelling: "results" },
    [`UNKNOWN_REFERENCE ${at}`],
  ],
  ["an item outside its iteration", planOf(searchStep("s1"), use("s2", "{{item.id}}")), [`UNKNOWN_REFERENCE ${at}`]],
  [
    "an item in its own over",
    planOf(searchStep("s1"), use("s2", 1, { forEach: { over: "{{item}}" } })),
    ["UNKNOWN_REFERENCE /steps/1/forEach/over"],
  ],
  [
    "a misspelt item",
    planOf(searchStep("s1"), use("s2", "{{elment.id}}", { forEach: { over: "{{s1.items}}", as: "element" } })),
    [`UNKNOWN_REFERENCE ${at}`],
  ],
  [
    "dollar",
    { ...planOf(searchStep("s1"), use("s2", "$step_9.output.x")), spelling: "dollar" },
    [`UNKNOWN_REFERENCE ${at}`],
  ],
]);

ruleTable("references and dependencies", [
  ["a direct one", two("{{s1.count}}"), []],
  ["one behind another", planOf(searchStep("s1"), use("s2", 1), use("s3", "{{s1.count}}", { dependsOn: ["s2"] })), []],
  [
    "a neighbour",
    planOf(searchStep("s1"), toolStep("s2", { args: { value: "{{s1.count}}" } })),
    [`REFERENCE_NOT_A_DEPENDENCY ${at}`],
  ],
  ["itself", planOf(toolStep("s1"), use("s2", "{{s2.x}}")), [`REFERENCE_NOT_A_DEPENDENCY ${at}`]],
  [
    "a dependent",
    planOf(toolStep("s1", { args: { value: "{{s2}}" } }), use("s2", 1)),
    ["REFERENCE_NOT_A_DEPENDENCY /steps/0/args/value"],
  ],
  [
    "by its key, the hint names the id",
    planOf(toolStep("s1", { resultKey: "key" }), toolStep("s2", { args: { value: "{{key.x}}" } })),
    [`REFERENCE_NOT_A_DEPENDENCY ${at}`],
  ],
  [
    "a cousin",
    planOf(toolStep("s1"), use("s2", 1), use("s3", "{{s2.x}}")),
    ["REFERENCE_NOT_A_DEPENDENCY /steps/2/args/value"],
  ],
  [
    "in a message",
    planOf(toolStep("s1"), { id: "m", kind: "message", channel: "user", content: "Hi {{s1.x}}" }),
    ["REFERENCE_NOT_A_DEPENDENCY /steps/1/content"],
  ],
  [
    "in a condition and an iteration",
    planOf(
      toolStep("s1"),
      toolStep("s2", {
        when: { value: "{{s1.x}}", is: "equal", to: "{{s1.y}}" },
        forEach: { over: "{{s1.z}}", where: [{ path: "a", is: "equal", to: "{{s1.w}}" }] },
      }),
    ),
    [
      "REFERENCE_NOT_A_DEPENDENCY /steps/1/when/value",
      "REFERENCE_NOT_A_DEPENDENCY /steps/1/when/to",
      "REFERENCE_NOT_A_DEPENDENCY /steps/1/forEach/over",
      "REFERENCE_NOT_A_DEPENDENCY /steps/1/forEach/where/0/to",
    ],
  ],
]);

ruleTable("paths", [
  ["that the schema declares", two("{{s1.items.0.price}} {{s1.items[1].id}} {{s1.owner.name}}"), []],
  ["into what has no schema", planOf(toolStep("s1"), use("s2", "{{s1.any.thing.0}}")), []],
  ["misspelt", two("{{s1.coumt}}"), [`REFERENCE_PATH ${at}`]],
  ["misspelt below", two("{{s1.owner.nam}}"), [`REFERENCE_PATH ${at}`]],
  ["misspelt above", two("{{s1.ownr.name}}"), [`REFERENCE_PATH ${at}`]],
  ["below a number", two("{{s1.count.value}}"), [`REFERENCE_PATH ${at}`]],
  ["a word into a list", two("{{s1.items.first}}"), [`REFERENCE_PATH ${at}`]],
  ["length is no field", two("{{s1.items.length}}"), [`REFERENCE_PATH ${at}`]],
  [
    "of a closed schema",
    planOf(toolStep("s1", { tool: "create_order", args: { item_id: "a" } }), use("s2", "{{s1.orderid}}")),
    [`REFERENCE_PATH ${at}`],
  ],
  [
    "of an iterating step need an index",
    planOf(
      searchStep("s1"),
      searchStep("s2", { dependsOn: ["s1"], forEach: { over: "{{s1.items}}" } }),
      use("s3", "{{s2.count}} {{s2.0.count}} {{s2}}", { dependsOn: ["s2"] }),
    ),
    ["REFERENCE_PATH /steps/2/args/value"],
  ],
  [
    "of an iterating step without a schema too",
    planOf(
      searchStep("s1"),
      toolStep("s2", { dependsOn: ["s1"], forEach: { over: "{{s1.items}}" } }),
      use("s3", "{{s2.count}} {{s2.0.x}}", { dependsOn: ["s2"] }),
    ),
    ["REFERENCE_PATH /steps/2/args/value"],
  ],
  [
    "of an iterating step are typed below the index",
    planOf(
      searchStep("s1"),
      searchStep("s2", { dependsOn: ["s1"], forEach: { over: "{{s1.items}}" } }),
      use("s3", "{{s2.0.coumt}}", { dependsOn: ["s2"] }),
    ),
    ["REFERENCE_PATH /steps/2/args/value"],
  ],
  [
    "of an item",
    planOf(searchStep("s1"), use("s2", ["{{item.id}}", "{{item.prize}}"], { forEach: { over: "{{s1.items}}" } })),
    ["REFERENCE_PATH /steps/1/args/value/1"],
  ],
  [
    "of an item of a list without a schema",
    planOf(toolStep("s1"), use("s2", "{{item.any}}", { forEach: { over: "{{s1.items}}" } })),
    [],
  ],
]);

ruleTable("types", [
  [
    "that fit",
    typed({
      item_id: "{{s1.owner.name}}",
      quantity: "{{s1.count}}",
      price: "{{s1.count}}",
      tags: ["{{s1.items.0.id}}"],
    }),
    [],
  ],
  ["a number may be whole", typed({ item_id: "a", quantity: "{{s1.items.0.price}}" }), []],
  ["a number where text is needed", typed({ item_id: "{{s1.count}}" }), ["REFERENCE_TYPE /steps/1/args/item_id"]],
  [
    "a list where a number is needed",
    typed({ item_id: "a", quantity: "{{s1.items}}" }),
    ["REFERENCE_TYPE /steps/1/args/quantity"],
  ],
  [
    "an object or nothing where text is needed",
    typed({ item_id: "{{s1.owner}}" }),
    ["REFERENCE_TYPE /steps/1/args/item_id"],
  ],
  ["the whole result where text is needed", typed({ item_id: "{{s1}}" }), ["REFERENCE_TYPE /steps/1/args/item_id"]],
  ["inside a list", typed({ item_id: "a", tags: ["x", "{{s1.count}}"] }), ["REFERENCE_TYPE /steps/1/args/tags/1"]],
  [
    "text where a list is needed",
    typed({ item_id: "a", tags: "{{s1.owner.name}}" }),
    ["REFERENCE_TYPE /steps/1/args/tags"],
  ],
  ["one branch of a choice is enough", typed({ item_id: "a", target: "{{s1.count}}" }), []],
  ["no branch of a choice", typed({ item_id: "a", target: "{{s1.items}}" }), ["REFERENCE_TYPE /steps/1/args/target"]],
  ["embedded, everything is text", typed({ item_id: "x{{s1.count}}" }), []],
  [
    "embedded text where a number is needed",
    typed({ item_id: "a", quantity: "{{s1.count}} pieces" }),
    ["INVALID_ARGUMENTS /steps/1/args/quantity"],
  ],
  [
    "an item's field",
    planOf(
      searchStep("s1"),
      toolStep("s2", {
        dependsOn: ["s1"],
        forEach: { over: "{{s1.items}}" },
        tool: "create_order",
        args: { item_id: "{{item.price}}" },
      }),
    ),
    ["REFERENCE_TYPE /steps/1/args/item_id"],
  ],
  [
    "a message has no types",
    planOf(searchStep("s1"), { id: "m", kind: "message", channel: "user", dependsOn: ["s1"], content: "{{s1.items}}" }),
    [],
  ],
]);
