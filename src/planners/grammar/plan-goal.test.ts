import { describe, expect, it } from "vitest";
import { planGoal } from "./plan-goal.ts";
import { office, plan, steps } from "../../../test/support/office.ts";

describe("planGoal: one call", () => {
  it.each<[string, string, Record<string, unknown>]>([
    ["Create a quote for Acme for $5,000", "create_quote", { client: "Acme", amount: 5000 }],
    [
      "create a quote of 1.2 million for 'Blue Sky' due 12 May 2026",
      "create_quote",
      { client: "Blue Sky", amount: 1_200_000, due: "2026-05-12" },
    ],
    ["What is the stock level of sku-77?", "get_stock_level", { sku: "sku-77" }],
    [
      "Search flights from Berlin to New York on March 20",
      "search_flights",
      { origin: "Berlin", destination: "New York", date: "2026-03-20" },
    ],
    ["turn off the heating in the cellar", "switch_device", { device: "heating", state: "off", room: "cellar" }],
    ["switch the lamp on", "switch_device", { device: "lamp", state: "on" }],
    ["Set a timer for half an hour", "set_timer", { minutes: 30 }],
    ["Set a timer for 2 hours", "set_timer", { minutes: 120 }],
    ["Convert 250 British pounds to euros", "convert_currency", { amount: 250, from: "GBP", to: "EUR" }],
    ["Send Anna the message 'on my way'", "send_message", { to: "Anna", text: "on my way" }],
    [
      "invite a@b.de and c@d.fr to the meeting 'Budget' tomorrow at 3 pm",
      "schedule_meeting",
      { title: "Budget", attendees: ["a@b.de", "c@d.fr"], start: "2026-03-05T15:00:00" },
    ],
    [
      "Add a contact: name 'Jo Poe', e-mail jo@poe.org, city Oslo",
      "add_contact",
      { name: "Jo Poe", email: "jo@poe.org", address: { city: "Oslo" } },
    ],
    ["Show reports without archived ones", "list_reports", { include_archived: false }],
  ])("%s", (goal, tool, args) => {
    const outcome = plan(goal);
    expect(outcome.kind).toBe("plan");
    expect(steps(outcome)).toEqual([{ tool, args }]);
  });
});

describe("planGoal: several calls", () => {
  it.each<[string, { tool: string; args: Record<string, unknown> }[]]>([
    [
      "Get the stock level of A-1, A-2 and A-3",
      ["A-1", "A-2", "A-3"].map((sku) => ({ tool: "get_stock_level", args: { sku } })),
    ],
    [
      "Create quotes for Acme and Globex of $100 and $200 respectively",
      [
        { tool: "create_quote", args: { client: "Acme", amount: 100 } },
        { tool: "create_quote", args: { client: "Globex", amount: 200 } },
      ],
    ],
    [
      "Create a quote for Acme for $900 and then send Bob the message 'sent'.",
      [
        { tool: "create_quote", args: { client: "Acme", amount: 900 } },
        { tool: "send_message", args: { to: "Bob", text: "sent" } },
      ],
    ],
    [
      "Search flights from Oslo to Rome on 2 April 2026 and from Rome to Paris on 9 April 2026",
      [
        { tool: "search_flights", args: { origin: "Oslo", destination: "Rome", date: "2026-04-02" } },
        { tool: "search_flights", args: { origin: "Rome", destination: "Paris", date: "2026-04-09" } },
      ],
    ],
    ["Create a quote for Acme. The amount is $70.", [{ tool: "create_quote", args: { client: "Acme", amount: 70 } }]],
    [
      "Search flights from Oslo to Rome on 2 April 2026, and then repeat the same search for 9 April 2026",
      ["2026-04-02", "2026-04-09"].map((date) => ({
        tool: "search_flights",
        args: { origin: "Oslo", destination: "Rome", date },
      })),
    ],
    [
      "Get the stock level of A-1 and B-2, and order 5 units of C-3",
      [
        { tool: "get_stock_level", args: { sku: "A-1" } },
        { tool: "get_stock_level", args: { sku: "B-2" } },
        { tool: "reorder_product", args: { sku: "C-3", units: 5 } },
      ],
    ],
    [
      "Convert 10 dollars and 20 dollars to euros",
      [10, 20].map((amount) => ({ tool: "convert_currency", args: { amount, from: "USD", to: "EUR" } })),
    ],
    [
      "Convert 10 dollars to euros. Also set a timer for 5 minutes.",
      [
        { tool: "convert_currency", args: { amount: 10, from: "USD", to: "EUR" } },
        { tool: "set_timer", args: { minutes: 5 } },
      ],
    ],
  ])("%s", (goal, expected) => {
    expect(steps(plan(goal))).toEqual(expected);
  });
});

describe("planGoal: steps that need earlier ones", () => {
  it("refers to an output by its name", () => {
    const outcome = plan("Create a quote for Acme for $900 and then archive the quote id as a report");
    expect(outcome).toMatchObject({
      kind: "plan",
      calls: [{ id: "c1" }, { tool: "archive_report", args: { report_id: "{{c1.quote_id}}" }, dependsOn: ["c1"] }],
    });
  });

  it("makes a condition of what a read found", () => {
    const outcome = plan("Check the stock level of SKU-9 and reorder 50 units only if it is below 10");
    expect(outcome).toMatchObject({
      calls: [
        { tool: "get_stock_level", args: { sku: "SKU-9" } },
        {
          tool: "reorder_product",
          args: { sku: "SKU-9", units: 50 },
          when: { value: "{{c1.quantity}}", of: "value", is: "less", to: 10 },
          dependsOn: ["c1"],
        },
      ],
    });
  });

  it("repeats a step for each element", () => {
    const outcome = plan("List the overdue invoices and send a reminder to each customer");
    expect(outcome).toMatchObject({
      calls: [
        { tool: "list_overdue_invoices" },
        {
          tool: "send_reminder",
          args: { customer_email: "{{item.customer_email}}", invoice_id: "{{item.invoice_id}}" },
          forEach: { over: "{{c1.invoices}}" },
        },
      ],
    });
  });

  it("takes the element a superlative means", () => {
    const outcome = plan("Find flights from Berlin to Paris next Friday and book the cheapest one");
    expect(outcome).toMatchObject({
      calls: [
        { tool: "search_flights" },
        { tool: "book_flight", forEach: { orderBy: { path: "price", direction: "ascending" }, take: 1 } },
      ],
    });
  });

  it("reads first and leaves the rest where the surface cannot say a condition", () => {
    const goal = "Check the stock level of SKU-9 and reorder 50 units only if it is below 10";
    const outcome = planGoal({
      goal,
      toolbox: office,
      now: "2026-03-04T10:00:00Z",
      zone: "UTC",
      surface: { conditions: false, iteration: false },
    });
    expect(steps(outcome)).toEqual([{ tool: "get_stock_level", args: { sku: "SKU-9" } }]);
  });
});

describe("planGoal: questions and refusals", () => {
  it("asks for what is missing, with the choices there are", () => {
    expect(plan("create a quote for Acme")).toMatchObject({
      kind: "clarify",
      missing: [{ tool: "create_quote", param: "amount", why: "absent" }],
    });
    expect(plan("switch the lamp")).toMatchObject({
      kind: "clarify",
      missing: [{ param: "state", choices: ["on", "off"] }],
    });
  });

  it("names a value that breaks a rule of the schema", () => {
    expect(plan("set a timer for 5000 minutes")).toMatchObject({
      kind: "clarify",
      missing: [{ param: "minutes", why: "bad" }],
      bad: ["5000"],
    });
  });

  it.each(["What is the meaning of life?", "Sing me a song about whales", "the", "👍👍👍", ""])(
    "says none to: %s",
    (goal) => {
      expect(plan(goal).kind).toBe("none");
    },
  );

  it("names the nearest tools with a refusal", () => {
    const toolbox = [
      ...office,
      {
        name: "mix_paint",
        description: "Mix two primary colours of paint and predict the shade",
        inputSchema: { type: "object" },
        effect: "read" as const,
      },
    ];
    const outcome = planGoal({
      goal: "Which shade of humour does my grandmother enjoy on Sundays?",
      toolbox,
      now: "2026-03-04T10:00:00Z",
      zone: "UTC",
    });
    expect(outcome).toMatchObject({ kind: "none", nearest: [{ tool: "mix_paint" }] });
  });
});

describe("planGoal: what is beside the goal", () => {
  it("completes a request over the assistant's question", () => {
    const history = [
      { role: "user" as const, content: "Create a quote for Acme" },
      { role: "assistant" as const, content: "What amount should it have?" },
    ];
    const outcome = planGoal({
      goal: "450 dollars",
      toolbox: office,
      history,
      now: "2026-03-04T10:00:00Z",
      zone: "UTC",
    });
    expect(steps(outcome)).toEqual([{ tool: "create_quote", args: { client: "Acme", amount: 450 } }]);
  });

  it("takes a known fact for a parameter of its name", () => {
    const history = [{ role: "system" as const, content: "Profile: {'customer_email': 'me@home.org', 'age': 40}" }];
    const outcome = planGoal({
      goal: "send a payment reminder for invoice INV-7",
      toolbox: office,
      history,
      now: "2026-03-04T10:00:00Z",
      zone: "UTC",
    });
    expect(steps(outcome)).toEqual([
      { tool: "send_reminder", args: { customer_email: "me@home.org", invoice_id: "INV-7" } },
    ]);
  });
});

describe("planGoal: explanation", () => {
  it("points at the words behind the tool and each argument", () => {
    const goal = "Create a quote for Acme for $5,000";
    const { reasons } = plan(goal);
    for (const { from, to, words } of reasons) expect(goal.slice(from, to)).toBe(words);
    expect(reasons.filter(({ param }) => param === undefined).map(({ words }) => words)).toContain("quote");
    expect(reasons.find(({ param }) => param === "client")?.words).toBe("Acme");
    expect(reasons.find(({ param }) => param === "amount")?.words).toBe("$5,000");
  });

  it("is surer of a plain request than of a muddled one", () => {
    expect(plan("Get the stock level of SKU-9").confidence).toBeGreaterThan(
      plan("maybe stock things of stuff SKU-9 level whatever orders").confidence,
    );
  });
});
