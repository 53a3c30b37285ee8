import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../plan/json.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import { createBook, toRule } from "./book.ts";
import { derive } from "./derive.ts";
import { explain } from "./explain.ts";
import type { Lesson } from "./lesson.ts";
import { planTaught } from "./plan-taught.ts";
import { parseRules, toPackText } from "./taught-pack.ts";
import { widen } from "./widen.ts";

const text = { type: "string" };
const toolbox = [
  ...createToolbox([
    {
      name: "file_invoice",
      effect: "additive",
      inputSchema: {
        type: "object",
        properties: {
          customer: text,
          amount: { type: "number" },
          due_date: text,
          at: text,
          urgent: { type: "boolean" },
          kind: { type: "string", enum: ["invoice", "reminder", "credit"] },
          ledger: text,
        },
      },
    },
    {
      name: "lamp",
      effect: "additive",
      inputSchema: {
        type: "object",
        properties: { room: text, level: { type: "number" }, state: { type: "string", enum: ["on", "off"] } },
      },
    },
    {
      name: "reading",
      effect: "read",
      inputSchema: {
        type: "object",
        properties: {
          of: { type: "string", enum: ["wind_speed", "carbon_dioxide", "temperature", "rain"] },
          place: text,
        },
      },
    },
    {
      name: "set_field",
      effect: "destructive",
      inputSchema: { type: "object", properties: { of: text, field: text, value: text } },
    },
    { name: "find_customer", effect: "read", inputSchema: { type: "object", properties: { name: text } } },
    { name: "find.customer", effect: "read", inputSchema: { type: "object", properties: { name: text } } },
  ]).values(),
];
const now = "2026-03-04T10:00:00Z"; // a Wednesday

type LessonExample = readonly [request: string, tool: string, args: JsonObject, context?: JsonObject];

function lesson([request, tool, args, context = {}]: LessonExample, at = 0): Lesson {
  const steps = [{ id: "a", tool, args, dependsOn: [] }];
  const id = `lesson${at}`;
  return { id, request, steps, fixed: [], context, now, zone: "UTC", taughtBy: "t", taughtAt: now, source: "written" };
}

const bookOf = (...taught: LessonExample[]) =>
  createBook(widen(taught.map((one, at) => derive(lesson(one, at), toolbox))).map(toRule));

function planned(goal: string, book: ReturnType<typeof bookOf>, context?: JsonObject): unknown {
  const history = context === undefined ? [] : [{ role: "system" as const, content: JSON.stringify(context) }];
  const found = planTaught({ goal, toolbox, now, zone: "UTC", history }, book);
  return found?.whole === true && found.outcome.kind === "plan" ? found.outcome.calls[0]?.args : undefined;
}

const bill: LessonExample = [
  "bill Acme 500 by Friday",
  "file_invoice",
  { customer: "Acme", amount: 500, due_date: "2026-03-06" },
];

describe("a rule from one lesson", () => {
  it.each<[string, LessonExample, string, unknown]>([
    [
      "a preposition announces a value behind an article, too",
      [
        "pencil Acme in for the corner desk by Friday",
        "file_invoice",
        { customer: "Acme", ledger: "corner desk", due_date: "2026-03-06" },
      ],
      "pencil Globex in for the garden shed by Monday",
      { customer: "Globex", ledger: "garden shed", due_date: "2026-03-09" },
    ],
    [
      "numbers, dates and names vary",
      bill,
      "bill Globex 75.5 by 1 April",
      { customer: "Globex", amount: 75.5, due_date: "2026-04-01" },
    ],
    [
      "inflected words name the operation",
      bill,
      "please bill Initech 20 by tomorrow",
      { customer: "Initech", amount: 20, due_date: "2026-03-05" },
    ],
    [
      "a date and a time are written as in the lesson",
      ["dun Acme on Friday at 15:00", "file_invoice", { customer: "Acme", at: "2026-03-06 15:00:00" }],
      "dun Globex on Monday at 9:30",
      { customer: "Globex", at: "2026-03-09 09:30:00" },
    ],
    [
      "a Russian name is passed on in its dictionary form",
      ["зажги лампу в кухне", "lamp", { room: "кухня" }],
      "зажги лампу в спальне",
      { room: "спальня" },
    ],
    [
      "quoted text is taken without its quotes",
      ["dun 'Acme Ltd'", "file_invoice", { customer: "Acme Ltd" }],
      "dun 'Big Corp'",
      { customer: "Big Corp" },
    ],
    [
      "options and flags are constants",
      ["dun Acme", "file_invoice", { customer: "Acme", urgent: true, kind: "reminder" }],
      "dun Globex",
      { customer: "Globex", urgent: true, kind: "reminder" },
    ],
  ])("%s", (_, taught, goal, args) => {
    expect(planned(goal, bookOf(taught))).toEqual(args);
  });

  it("covers its own request although words of politeness carry no meaning, and other requests without them", () => {
    const book = bookOf(["I need to dun Acme", "file_invoice", { customer: "Acme" }]);
    expect(planned("I need to dun Acme", book)).toEqual({ customer: "Acme" });
    expect(planned("dun Globex", book)).toEqual({ customer: "Globex" });
  });

  it("takes from the context what the lesson took from it", () => {
    const book = bookOf(["dim it to 30", "lamp", { room: "Attic", level: 30 }, { area: "Attic" }]);
    expect(planned("dim it to 55", book, { area: "Cellar" })).toEqual({ room: "Cellar", level: 55 });
  });

  it.each([
    "bill Acme",
    "bill Acme 500 by Friday and call Bob",
    "don't bill Acme 500 by Friday",
    "pay Acme 500 by Friday",
  ])("does not cover: %s", (goal) => expect(planned(goal, bookOf(bill))).toBeUndefined());

  it("is not served for a request with other words in place of its own", () => {
    const book = bookOf(["play the song 'Yesterday'", "find_customer", { name: "Yesterday" }]);
    const goal = "delete the song 'Yesterday'";
    expect(planTaught({ goal, toolbox, now, zone: "UTC" }, book)).toBeUndefined();
  });

  it("does not take the words before a quotation into its slot", () => {
    const book = bookOf(["look up 'Blue Ox'", "find_customer", { name: "Blue Ox" }]);
    expect(planned("look up 'Red Fox'", book)).toEqual({ name: "Red Fox" });
    expect(planned("look up the company 'Red Fox'", book)).toBeUndefined();
    // So it gives way to a plan by rules that has no such word in a value.
    const loose = planTaught({ goal: "look up the company 'Red Fox'", toolbox, now, zone: "UTC" }, book);
    expect(loose).toMatchObject({ whole: false, leavesValue: true });
  });

  it("knows that a value of the request has no place in it", () => {
    const book = bookOf(["dim the lamp in the attic a little", "lamp", { room: "attic", level: 40 }]);
    const found = (goal: string) => planTaught({ goal, toolbox, now, zone: "UTC" }, book);
    expect(found("dim the lamp in the attic a little for Ann")).toMatchObject({ whole: false, leavesValue: true });
    expect(found("dim the lamp in the cellar a little")).toMatchObject({ leavesValue: false });
  });

  it.each<[string, JsonObject]>([
    ["has lost a parameter", { customer: text }],
    ["takes another type", { customer: text, amount: { type: "array", items: { type: "number" } } }],
    ["no longer takes the option", { customer: text, amount: { type: "number", enum: [1, 2] } }],
  ])("is not served where its tool %s", (_change, properties) => {
    const book = bookOf(["bill Acme 500", "file_invoice", { customer: "Acme", amount: 500 }]);
    const goal = { goal: "bill Bolt 700", now, zone: "UTC" };
    expect(planTaught({ ...goal, toolbox }, book)).toBeDefined();
    const changed = createToolbox([
      { name: "file_invoice", effect: "additive", inputSchema: { type: "object", properties } },
    ]);
    expect(planTaught({ ...goal, toolbox: [...changed.values()] }, book)).toBeUndefined();
  });

  it.each([
    ["какая скорость ветра на балконе", "какая температура на чердаке", { of: "temperature", place: "чердаке" }],
    ["какая температура на балконе", "какая скорость ветра на чердаке", { of: "wind_speed", place: "чердаке" }],
    ["какая температура на балконе", "какой углекислый газ на чердаке", { of: "carbon_dioxide", place: "чердаке" }],
  ])("knows the words for every option, also several for one: %s", (request, goal, args) => {
    const of = request.includes("ветра") ? "wind_speed" : "temperature";
    expect(planned(goal, bookOf([request, "reading", { of, place: "балконе" }]))).toEqual(args);
  });

  it("is not wholly like a request that has nothing but words for its slots", () => {
    const book = bookOf(["температура балкон?", "reading", { of: "temperature", place: "балкон" }]);
    expect(planned("дождь крыша?", book)).toEqual({ of: "rain", place: "крыша" });
    expect(planned("если бы дождь крыша ли", book)).toBeUndefined();
  });

  it("is less like a question if it was taught as an order", () => {
    const book = bookOf(["включи лампу в прихожей ярко", "lamp", { room: "прихожей", state: "on" }]);
    const surely = (goal: string) => planTaught({ goal, toolbox, now, zone: "UTC" }, book, true)?.outcome;
    const [order, question] = ["включи лампу в коридоре", "включена лампа в коридоре?"].map(surely);
    expect(order?.kind === "plan" && order.confidence).toBeGreaterThan(0.5);
    expect(question?.kind === "plan" ? question.confidence : 0).toBeLessThan(0.3);
  });

  it("explains every argument", () => {
    expect(explain(derive(lesson(["dun Acme", "file_invoice", { customer: "Acme", urgent: true }]), toolbox))).toEqual([
      "'Acme' became customer.",
      "urgent is always true.",
    ]);
  });

  it("passes an option on as it is written where the call names its field beside it", () => {
    const book = bookOf(["set Acme to reminder", "set_field", { of: "Acme", field: "kind", value: "reminder" }]);
    expect(planned("set Globex to credit", book)).toEqual({ of: "Globex", field: "kind", value: "credit" });
  });

  it("keeps a value that the teacher calls constant, although the request says it", () => {
    const one = lesson(["thank Acme in green ink", "file_invoice", { customer: "Acme", ledger: "green ink" }]);
    const book = createBook(widen([derive({ ...one, fixed: ["ledger"] }, toolbox)]).map(toRule));
    expect(planned("thank Globex in green ink", book)).toEqual({ customer: "Globex", ledger: "green ink" });
    expect(planned("thank Globex in blue ink", book)).toBeUndefined();
  });

  it("takes the day of the request where the lesson has its own", () => {
    const book = bookOf(["dun Acme at once", "file_invoice", { customer: "Acme", due_date: "2026-03-04" }]);
    const found = planTaught({ goal: "dun Globex at once", toolbox, now: "2026-05-07T10:00:00Z", zone: "UTC" }, book);
    expect(found?.outcome).toMatchObject({ calls: [{ args: { customer: "Globex", due_date: "2026-05-07" } }] });
  });

  it("names values that the request does not say", () => {
    const { open } = derive(
      lesson(["dun Acme", "file_invoice", { customer: "Acme", ledger: "main", urgent: true }]),
      toolbox,
    );
    expect(open).toEqual([{ tool: "file_invoice", param: "ledger", value: "main" }]);
  });
});

describe("several lessons", () => {
  it("that differ in one place make a slot of it", () => {
    const book = bookOf(
      ["lamp up please", "lamp", { state: "on", level: 100 }],
      ["lamp down please", "lamp", { state: "off", level: 0 }],
      ["hallway light up now", "lamp", { state: "on", level: 100 }],
    );
    expect(planned("hallway light down now", book)).toEqual({ state: "off", level: 0 });
  });

  it("that differ in words alone make them alternatives", () => {
    const book = bookOf(
      ["bill Acme 5", "file_invoice", { customer: "Acme", amount: 5 }],
      ["charge Acme 5", "file_invoice", { customer: "Acme", amount: 5 }],
      ["bill Acme", "file_invoice", { customer: "Acme" }],
    );
    expect(planned("charge Globex", book)).toEqual({ customer: "Globex" });
  });
});

describe("the taught pack", () => {
  it("is read back as the same rules", () => {
    const book = bookOf(
      bill,
      ["dun Acme", "file_invoice", { customer: "Acme", kind: "reminder" }],
      ["dim the lamp to 30", "lamp", { level: 30 }],
    );
    const again = parseRules(toPackText(book.rules), "taught.yaml");
    const copy = again.ok ? createBook(again.value) : undefined;
    for (const goal of ["bill Globex 7 by Friday", "dun Initech", "dim the lamp to 12"])
      expect(copy && planned(goal, copy)).toEqual(planned(goal, book) ?? "planned");
  });

  it("keeps slots of one name apart that are defined differently", () => {
    const rules = bookOf(
      ["bill Acme 500", "file_invoice", { customer: "Acme", amount: 500 }],
      ["charge Acme 20 %", "file_invoice", { customer: "Acme", amount: 20 }],
    ).rules;
    const text = toPackText(rules);
    expect(text).toContain("amount_2:");
    // Defaults would hide what the rule says.
    expect(text).not.toMatch(/\b(apart|long|many|form|pick|proper):/);
    const again = parseRules(text, "taught.yaml");
    const copy = again.ok ? createBook(again.value) : undefined;
    expect(copy && planned("charge Globex 7 %", copy)).toEqual({ customer: "Globex", amount: 7 });
    expect(copy && planned("bill Globex 70", copy)).toEqual({ customer: "Globex", amount: 70 });
    expect(toPackText(rules.toReversed())).toContain("amount_2:");
  });

  const asked = (goal: string, book: ReturnType<typeof bookOf>): unknown => {
    const found = planTaught({ goal, toolbox, now, zone: "UTC" }, book)?.outcome;
    return found?.kind === "plan" && found.calls.map(({ tool, args }) => [tool, args]);
  };

  it("keeps tools apart whose names differ in their punctuation alone, in one rule and in one file", () => {
    const both = lesson(["look everywhere for Acme", "find_customer", { name: "Acme" }], 9);
    both.steps.push({ id: "b", tool: "find.customer", args: { name: "Acme" }, dependsOn: [] });
    const rules = [
      ...widen([derive(both, toolbox)]).map(toRule),
      ...bookOf(["seek Acme", "find_customer", { name: "Acme" }], ["hunt 'Acme'", "find.customer", { name: "Acme" }])
        .rules,
    ];
    const again = parseRules(toPackText(rules), "taught.yaml");
    for (const book of [createBook(rules), createBook(again.ok ? again.value : [])]) {
      expect(asked("look everywhere for Globex", book)).toEqual([
        ["find_customer", { name: "Globex" }],
        ["find.customer", { name: "Globex" }],
      ]);
      expect(asked("seek Globex", book)).toEqual([["find_customer", { name: "Globex" }]]);
      expect(asked("hunt 'Globex'", book)).toEqual([["find.customer", { name: "Globex" }]]);
    }
  });

  it("does not rename the parameter of a slot that has another name in the file", () => {
    const { rules } = bookOf(
      ["seek Acme", "find_customer", { name: "Acme" }],
      ["trace a@acme.example", "find_customer", { name: "a@acme.example" }],
    );
    const again = parseRules(toPackText(rules), "taught.yaml");
    expect(asked("trace b@acme.example", createBook(again.ok ? again.value : []))).toEqual([
      ["find_customer", { name: "b@acme.example" }],
    ]);
  });

  it("plans with the tools that are there, although those of other lessons are gone", () => {
    const { rules } = bookOf(bill, ["dim the lamp to 30", "lamp", { level: 30 }]);
    const again = parseRules(toPackText(rules), "taught.yaml");
    const fewer = toolbox.filter(({ name }) => name === "lamp");
    const book = createBook(again.ok ? again.value : []);
    expect(planTaught({ goal: "dim the lamp to 12", toolbox: fewer, now, zone: "UTC" }, book)).toMatchObject({
      outcome: { calls: [{ tool: "lamp", args: { level: 12 } }] },
    });
  });

  it("is not served where ordinary words of the request stand in place of the lesson's own", () => {
    const names = ["water the plants", "order paper", "call the landlord"];
    const wordings = [(name: string) => `jot a chore: ${name}`, (name: string) => `make it a chore to ${name}`];
    const book = bookOf(
      ...wordings.flatMap((said) => names.map((name) => [said(name), "find_customer", { name }] as const)),
    );
    expect(asked("make a tea", book)).toBe(false);
    expect(asked("make it a chore to feed fish", book)).toEqual([["find_customer", { name: "feed fish" }]]);
  });

  it("uses only the tools that were taught, never one of a similar name", () => {
    const found = planTaught({ goal: "bill Acme 500 by Friday", toolbox: [], now, zone: "UTC" }, bookOf(bill));
    expect(found).toBeUndefined();
  });
});
