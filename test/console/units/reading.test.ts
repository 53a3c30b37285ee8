import { describe, expect, it } from "vitest";
import { structuredExamples } from "../../../src/contracts/structured/examples.ts";
import { serviceExamples } from "../../../src/contracts/service/examples.ts";
import { quoted, asCurl } from "../../../console/src/pages/ask/copy-as.ts";
import { piecesOf, wordsOf } from "../../../console/src/pages/ask/reasons.ts";
import { formatMoney } from "../../../console/src/design/time.ts";
import { spendByDay } from "../../../console/src/pages/health/spend.ts";
import { schemaFields, valueOf } from "../../../console/src/form/schema-fields.ts";
import { latencies, parseExposition, sumOf } from "../../../console/src/live/exposition.ts";
import { shownSteps } from "../../../console/src/plan/shown-step.ts";

describe("shownSteps", () => {
  it("reads the steps of every contract and of the plan model", () => {
    const service = shownSteps(serviceExamples.response);
    expect(service.map(({ name }) => name)).toEqual(["quote_lookup", "create_purchase_order", "message"]);
    expect(service[1]?.dependsOn).toEqual(["step-1"]);
    expect(shownSteps(structuredExamples.plan)[0]).toMatchObject({ id: "step_1", kind: "tool" });
    expect(shownSteps({ actions: [{ tool_slug: "X", args: { a: 1 }, preview: "Do X" }] })).toEqual([
      { id: "#1", kind: "tool", name: "X", title: "Do X", text: "", args: { a: 1 }, dependsOn: [] },
    ]);
    expect(shownSteps({ plan: { steps: [{ step_id: "s1", skill: "echo", params: {} }] } })[0]?.name).toBe("echo");
  });

  it("drops a title that several steps share", () => {
    const step = { tool_slug: "GET_DEAL", preview: "2 deals: A; B" };
    expect(shownSteps({ actions: [step, step, { ...step, preview: "C" }] }).map(({ title }) => title)).toEqual([
      "",
      "",
      "C",
    ]);
  });

  it.each([null, 7, "x", [], {}, { steps: 3 }, { steps: [null, 4] }])("finds none in %j", (document) => {
    expect(shownSteps(document)).toEqual([]);
  });
});

describe("the words behind a plan", () => {
  const goal = "email PO-5001 to the vendor";
  const reason = (from: number, to: number, param: string | null) => ({ step_id: "s", tool: "t", param, from, to });
  const reasons = [
    reason(0, 5, null),
    reason(6, 13, "id"),
    reason(17, 20, null),
    reason(21, 27, null),
    reason(90, 99, null),
  ];

  it("split the goal without losing a character", () => {
    const pieces = piecesOf(goal, reasons);
    expect(pieces.map(({ text }) => text).join("")).toBe(goal);
    expect(pieces.find(({ reasons: [first] }) => first?.param === "id")?.text).toBe("PO-5001");
  });

  it("are joined when adjacent", () => {
    expect(wordsOf(goal, reasons.slice(0, 4), "s")).toEqual(
      new Map([
        ["", ["email", "the vendor"]],
        ["id", ["PO-5001"]],
      ]),
    );
  });
});

describe("a schema as a form", () => {
  const schema = {
    properties: {
      a: { type: "string" },
      n: { type: "integer" },
      o: { enum: ["x", "y"] },
      l: { type: "array", items: { type: "number" } },
    },
    required: ["a"],
  };

  it("uses the simplest control", () => {
    expect(schemaFields(schema).map(({ name, kind, type, isRequired }) => [name, kind, type, isRequired])).toEqual([
      ["a", "text", "string", true],
      ["n", "number", "integer", false],
      ["o", "choice", "any", false],
      ["l", "json", "number[]", false],
    ]);
    expect(schemaFields(true)).toEqual([]);
  });

  it("converts typed text to values and omits empty optional fields", () => {
    const [a, n, o, l] = schemaFields(schema);
    const read = (field: typeof a, typed: string): unknown => (field === undefined ? "?" : valueOf(field, typed));
    expect([
      read(a, ""),
      read(a, "7"),
      read(n, ""),
      read(n, "7"),
      read(n, "seven"),
      read(o, "x"),
      read(l, "[1]"),
    ]).toEqual(["", "7", undefined, 7, "seven", "x", [1]]);
  });
});

describe("metrics", () => {
  const text = [
    "# HELP t_seconds Time.",
    't_seconds_bucket{verb="a\\"b",le="0.1"} 5',
    't_seconds_bucket{verb="a\\"b",le="1"} 10',
    't_seconds_bucket{verb="a\\"b",le="+Inf"} 10',
    "queue 3",
  ].join("\n");

  it("are parsed from the Prometheus text format", () => {
    const samples = parseExposition(text);
    expect(sumOf(samples, "queue")).toBe(3);
    const [latency] = latencies(samples, "t_seconds", "verb");
    expect(latency).toMatchObject({ name: 'a"b', count: 10, median: { seconds: 0.1, isBeyond: false } });
    expect(latency?.p95.seconds).toBeCloseTo(0.91);
  });

  it("report values above the largest bucket", () => {
    const samples = parseExposition('t_bucket{v="x",le="1"} 0\nt_bucket{v="x",le="+Inf"} 4');
    expect(latencies(samples, "t", "v")[0]?.median).toEqual({ seconds: 1, isBeyond: true });
  });
});

describe("spend", () => {
  const row = { agent: null, calls: 1, unpriced_calls: 0, input_tokens: 1, output_tokens: 1 };

  it("has thirty days up to today, with the most expensive name first", () => {
    const rows = [
      { ...row, day: "2026-11-15", model: "small", micro_cents: 5 },
      { ...row, day: "2026-11-14", model: "large", micro_cents: 50 },
    ];
    const days = spendByDay(rows, "model", new Date("2026-11-15T10:00:00Z"));
    expect([days.length, days[0]?.day, days.at(-1)]).toEqual([
      30,
      "2026-10-17",
      {
        day: "2026-11-15",
        total: 5,
        parts: [
          { name: "large", amount: 0 },
          { name: "small", amount: 5 },
        ],
      },
    ]);
  });

  it.each([
    [0, "$0"],
    [250_000_000, "$2.50"],
    [12_300_000, "$0.123"],
    [40_000, "$0.00040"],
  ])("%i micro-cents are %s", (amount, words) => {
    expect(formatMoney(amount, "en")).toBe(words);
  });
});

describe("a command to copy", () => {
  it("is quoted as one shell word", () => {
    expect(quoted("a'b $(c) `d`")).toBe("'a'\\''b $(c) `d`'");
    expect(asCurl({ goal: "x'y", contract: "structured", planner: "g" }, "http://a")).toBe(
      `curl -s 'http://a/plan/structured' -H 'content-type: application/json' -d '{"goal":"x'\\''y"}'`,
    );
  });
});
