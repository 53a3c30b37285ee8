import { planOf, ruleTable, toolStep } from "../../../test/support/rule-table.ts";
import { createToolbox, type JsonSchema } from "../tool-spec.ts";

const call = (tool: string, args: object = {}): object => planOf(toolStep("s1", { tool, args }));
const order = (args: object): object =>
  planOf(toolStep("s0"), toolStep("s1", { tool: "create_order", dependsOn: ["s0"], args: { item_id: "a", ...args } }));
const with_ = (inputSchema: JsonSchema): { toolbox: ReturnType<typeof createToolbox> } => ({
  toolbox: createToolbox([{ name: "t", inputSchema }]),
});

ruleTable("known tools", [
  ["of the toolbox", call("mystery"), []],
  ["nothing like it", call("launch_rocket"), ["UNKNOWN_TOOL /steps/0/tool"]],
  ["misspelt", call("find_item"), ["UNKNOWN_TOOL /steps/0/tool"]],
  ["another case", call("Mystery"), ["UNKNOWN_TOOL /steps/0/tool"]],
  ["an inherited name", call("toString"), ["UNKNOWN_TOOL /steps/0/tool"]],
  [
    "in two steps",
    planOf(toolStep("a", { tool: "x" }), toolStep("b"), toolStep("c", { tool: "y" })),
    ["UNKNOWN_TOOL /steps/0/tool", "UNKNOWN_TOOL /steps/2/tool"],
  ],
  ["an empty toolbox", call("mystery"), ["UNKNOWN_TOOL /steps/0/tool"], { toolbox: createToolbox([]) }],
  [
    "unknown and not allowed is one issue",
    call("launch_rocket"),
    ["UNKNOWN_TOOL /steps/0/tool"],
    { allowedTools: new Set() },
  ],
  ["other kinds of steps have none", planOf({ id: "a", kind: "lookup", query: "q", target: "api" }), []],
]);

const only = { allowedTools: new Set(["find_items", "delete_order"]) };
ruleTable("allowed tools", [
  ["among them", call("find_items", { query: "a" }), [], only],
  ["not among them", call("mystery"), ["TOOL_NOT_ALLOWED /steps/0/tool"], only],
  ["close to one", call("create_order", { item_id: "a" }), ["TOOL_NOT_ALLOWED /steps/0/tool"], only],
  ["none allowed", call("mystery"), ["TOOL_NOT_ALLOWED /steps/0/tool"], { allowedTools: new Set() }],
  [
    "in two steps",
    planOf(toolStep("a"), toolStep("b")),
    ["TOOL_NOT_ALLOWED /steps/0/tool", "TOOL_NOT_ALLOWED /steps/1/tool"],
    only,
  ],
  ["allowed but unknown", call("ghost"), ["UNKNOWN_TOOL /steps/0/tool"], { allowedTools: new Set(["ghost"]) }],
]);

ruleTable("arguments", [
  ["missing", call("create_order"), ["INVALID_ARGUMENTS /steps/0/args/item_id"]],
  ["extra", order({ colour: "red" }), ["INVALID_ARGUMENTS /steps/1/args/colour"]],
  ["misspelt", order({ quantitty: 1 }), ["INVALID_ARGUMENTS /steps/1/args/quantitty"]],
  ["of another type", order({ quantity: "2" }), ["INVALID_ARGUMENTS /steps/1/args/quantity"]],
  ["not in a pattern", order({ item_id: "A B" }), ["INVALID_ARGUMENTS /steps/1/args/item_id"]],
  ["not one of the values", call("find_items", { query: "a", sort: "size" }), ["INVALID_ARGUMENTS /steps/0/args/sort"]],
  ["below the least", call("find_items", { query: "a", limit: 0 }), ["INVALID_ARGUMENTS /steps/0/args/limit"]],
  ["inside a list", order({ tags: ["a", 1] }), ["INVALID_ARGUMENTS /steps/1/args/tags/1"]],
  ["twice in a list", order({ tags: ["a", "a"] }), ["INVALID_ARGUMENTS /steps/1/args/tags"]],
  [
    "everything at once",
    call("find_items", { limit: 0, sort: 1, more: 1 }),
    [
      "INVALID_ARGUMENTS /steps/0/args/query",
      "INVALID_ARGUMENTS /steps/0/args/limit",
      "INVALID_ARGUMENTS /steps/0/args/sort",
      "INVALID_ARGUMENTS /steps/0/args/more",
    ],
  ],
  [
    "unevaluated",
    call("t", { b: 1 }),
    ["INVALID_ARGUMENTS /steps/0/args/b"],
    with_({ properties: { a: true }, unevaluatedProperties: false }),
  ],
  [
    "a key with a slash",
    call("t", { "a/b~": 1 }),
    ["INVALID_ARGUMENTS /steps/0/args/a~1b~0"],
    with_({ properties: { "a/b~": { type: "string" } } }),
  ],
  [
    "args that are no object are the shape's business",
    planOf({ id: "a", kind: "tool", tool: "create_order", args: 1 }),
    ["WRONG_TYPE /steps/0/args"],
  ],
]);

const ref = "{{s0.x}}";
ruleTable("arguments that references will bring", [
  ["are not judged by their text", order({ quantity: ref, price: ref, tags: ref, item_id: ref, target: ref }), []],
  ["embedded, a pattern cannot be known", order({ item_id: `A B ${ref}` }), []],
  ["embedded, the type can", order({ price: `A ${ref}` }), ["INVALID_ARGUMENTS /steps/1/args/price"]],
  ["a choice with one inside is open", order({ target: { id: ref } }), []],
  ["a choice with one inside stays open when a branch fails", order({ target: { key: ref } }), []],
  [
    "a choice without one is not",
    order({ target: "x", price: ref }),
    [
      "INVALID_ARGUMENTS /steps/1/args/target",
      "INVALID_ARGUMENTS /steps/1/args/target",
      "INVALID_ARGUMENTS /steps/1/args/target",
    ],
  ],
  ["equal references may differ by index", order({ tags: [ref, ref] }), []],
  ["duplicates elsewhere stand", order({ tags: ["a", "a"], price: ref }), ["INVALID_ARGUMENTS /steps/1/args/tags"]],
  [
    "a reference outside the arguments excuses nothing in them",
    planOf(
      toolStep("s0"),
      toolStep("s1", { tool: "t", dependsOn: ["s0"], when: { value: ref, is: "present" }, args: { value: "x" } }),
    ),
    ["INVALID_ARGUMENTS /steps/1/args/value"],
    {
      toolbox: createToolbox([
        { name: "t", inputSchema: { properties: { value: { type: "integer" } } } },
        { name: "mystery" },
      ]),
    },
  ],
  [
    "what is missing stays missing",
    planOf(toolStep("s0"), toolStep("s1", { tool: "create_order", dependsOn: ["s0"], args: { price: ref } })),
    ["INVALID_ARGUMENTS /steps/1/args/item_id"],
  ],
  [
    "what is malformed is text",
    planOf(toolStep("s1", { tool: "create_order", args: { item_id: "a", quantity: "{{" } })),
    ["INVALID_ARGUMENTS /steps/0/args/quantity", "MALFORMED_REFERENCE /steps/0/args/quantity"],
  ],
  [
    "a key with a slash",
    planOf(toolStep("s0"), toolStep("s1", { tool: "t", dependsOn: ["s0"], args: { "a/b~": "{{s0}}" } })),
    [],
    {
      toolbox: createToolbox([
        { name: "t", inputSchema: { properties: { "a/b~": { type: "integer" } } } },
        { name: "mystery" },
      ]),
    },
  ],
]);

const faulty: [string, JsonSchema][] = [
  ["an unknown type", { type: "strin" }],
  ["a broken pattern", { properties: { a: { pattern: "(" } } }],
  ["a pattern without a linear form", { properties: { a: { pattern: "(?=x)y" } } }],
  ["a remote reference", { properties: { a: { $ref: "https://example.com/schema" } } }],
  ["a reference to nothing", { $ref: "#/$defs/none" }],
  ["a reference to itself", { $ref: "#" }],
  ["more than 10,000 parts", { enum: Array.from({ length: 10_001 }, (_, at) => at) }],
];
ruleTable("schemas nobody can use", [
  ...faulty.map(
    ([name, schema]) =>
      [
        name,
        planOf(toolStep("a", { tool: "t" }), toolStep("b", { tool: "t" })),
        ["UNUSABLE_TOOL_SCHEMA /steps/0/tool"],
        with_(schema),
      ] as const,
  ),
  [
    "a catastrophic pattern is no trouble",
    call("t", { a: `${"a".repeat(50_000)}!` }),
    ["INVALID_ARGUMENTS /steps/0/args/a"],
    with_({ properties: { a: { pattern: "^(a+)+$" } } }),
  ],
]);

const inside = (schema: JsonSchema, a: unknown): [object, { toolbox: ReturnType<typeof createToolbox> }] => [
  planOf(toolStep("s0"), toolStep("s1", { tool: "t", dependsOn: ["s0"], args: { a, b: ref } })),
  { toolbox: createToolbox([{ name: "t", inputSchema: { properties: { a: schema } } }, { name: "mystery" }]) },
];
const at = "INVALID_ARGUMENTS /steps/1/args/a";
const open: [string, JsonSchema, unknown, unknown, number][] = [
  ["const", { const: { x: 1 } }, { x: ref }, { x: 2 }, 1],
  ["enum", { enum: [{ x: 1 }] }, { x: ref }, { x: 2 }, 1],
  ["not", { not: { properties: { x: { type: "string" } } } }, { x: ref }, { x: "y" }, 1],
  ["contains", { contains: { required: ["y"] } }, [{ x: ref }], [{}], 2],
  ["uniqueItems", { uniqueItems: true }, [{ x: ref }, { x: ref }], [1, 1], 1],
  ["oneOf", { oneOf: [{ required: ["y"] }, { required: ["z"] }] }, { x: ref }, {}, 3],
  ["anyOf", { anyOf: [{ required: ["y"] }, { required: ["z"] }] }, { x: ref }, {}, 3],
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  ["then", { if: { properties: { x: { type: "string" } } }, then: { required: ["y"] } }, { x: ref }, { x: "s" }, 2],
  ["else", { if: { properties: { x: { type: "integer" } } }, else: { required: ["y"] } }, { x: ref }, { x: "s" }, 2],
];

ruleTable(
  "keywords that judge a value with what is inside",
  open.flatMap(([name, schema, unknown, known, count]) => {
    const [openPlan, options] = inside(schema, unknown);
    const [closedPlan] = inside(schema, known);
    const missing = ["oneOf", "anyOf"].includes(name) ? [`${at}/y`, `${at}/z`] : [];
    const inner = name === "contains" ? `${at}/0/y` : `${at}/y`;
    const found = missing.length > 0 ? [at, ...missing] : count === 2 ? [at, inner] : [at];
    return [
      [`${name} with a reference inside`, openPlan, [], options] as const,
      [`${name} with a reference elsewhere`, closedPlan, found, options] as const,
    ];
  }),
);

const besides: [string, JsonSchema, unknown, string][] = [
  ["anyOf", { required: ["k"], anyOf: [{ required: ["y"] }] }, { x: ref }, "/k"],
  ["oneOf", { required: ["k"], oneOf: [{ required: ["y"] }] }, { x: ref }, "/k"],
  ["contains", { minItems: 2, contains: { required: ["y"] } }, [{ x: ref }], ""],
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  ["if", { required: ["k"], if: true, then: { required: ["y"] } }, { x: ref }, "/k"],
];

ruleTable(
  "what stands beside an open choice",
  besides.map(([name, schema, value, place]) => {
    const [plan, options] = inside(schema, value);
    return [name, plan, [at + place], options] as const;
  }),
);

const crowd = (size: number): { toolbox: ReturnType<typeof createToolbox> } => ({
  toolbox: createToolbox(Array.from({ length: size }, (_, at) => ({ name: `tool_${at}` }))),
});
const strangers = planOf(...["a", "b", "c"].map((id) => toolStep(id, { tool: "tool" })));
const unknown = [0, 1, 2].map((at) => `UNKNOWN_TOOL /steps/${at}/tool`);

// The snapshot shows how many of the three get a did-you-mean: 20,000 comparisons are spent on one validation.
ruleTable("hints in a crowd", [
  ["for all three", strangers, unknown, crowd(6_666)],
  ["for two", strangers, unknown, crowd(6_667)],
  ["for two, to the last comparison", strangers, unknown, crowd(10_000)],
  ["for one", strangers, unknown, crowd(10_001)],
]);
