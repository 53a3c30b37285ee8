import { describe, expect, it } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../src/plan/json.ts";
import { resolve } from "../src/plan/resolve.ts";
import { createToolbox } from "../src/plan/tool-spec.ts";
import { isPlannerError } from "../src/ports/planner.ts";
import { createPlanning } from "../src/runtime/planning/planning.ts";
import { createFakeClock } from "../src/testing/fake-clock.ts";
import { jsonTransform } from "../src/tools/builtin/json-transform.ts";
import { toolSpecOf } from "../src/tools/tool-spec-of.ts";

const text = { type: "string" };
const record = (fields: Record<string, JsonObject>): JsonObject => ({
  type: "object",
  properties: fields,
  required: Object.keys(fields),
});
const listOf = (name: string, fields: Record<string, JsonObject>): JsonObject =>
  record({ [name]: { type: "array", items: record(fields) }, count: { type: "integer" } });

const books: JsonObject[] = [
  { isbn: "B-1", title: "Harbour Lights", copies_available: 3, shelf: "N4", price: 12.5, publisher_id: "P-1" },
  { isbn: "B-2", title: "Mountain Paths", copies_available: 0, shelf: "S1", price: 20, publisher_id: "P-2" },
  { isbn: "B-3", title: "Harbour Seals", copies_available: 7, shelf: "N9", price: 9, publisher_id: "P-1" },
].map((book) => ({ ...book, currency: "EUR" }));
const publishers: JsonObject[] = [
  { publisher_id: "P-1", name: "Tidewater Press" },
  { publisher_id: "P-2", name: "Alpine House" },
];
const members: JsonObject[] = [
  { member_id: "M-1", name: "Ines Duarte", email: "ines@example.org", city: "Porto" },
  { member_id: "M-2", name: "Olaf Berg", email: "olaf@example.org", city: "Bergen" },
];

const holds = (value: Json | undefined, query: Json | undefined): boolean =>
  typeof value === "string" && typeof query === "string" && value.toLowerCase().includes(query.toLowerCase());

/** A library: another domain than any pack knows. */
const library: readonly { spec: Parameters<typeof createToolbox>[0][number]; run: (args: JsonObject) => Json }[] = [
  {
    spec: {
      name: "search_books",
      description: "Search the books of the library by title.",
      inputSchema: record({ query: { ...text, description: "words of the title; empty lists all" } }),
      outputSchema: listOf("books", {
        isbn: text,
        title: text,
        copies_available: { type: "integer" },
        shelf: text,
        price: { type: "number" },
        currency: text,
        publisher_id: text,
      }),
    },
    run: ({ query }) => {
      const found = books.filter(({ title, isbn }) => holds(title, query) || holds(isbn, query));
      return { books: found, count: found.length };
    },
  },
  {
    spec: {
      name: "list_publishers",
      description: "List publishers.",
      inputSchema: record({}),
      outputSchema: listOf("publishers", { publisher_id: text, name: text }),
    },
    run: () => ({ publishers, count: publishers.length }),
  },
  {
    spec: {
      name: "class_set_lookup",
      description: "Get one class set with its lines.",
      inputSchema: record({ set_id: { ...text, description: "class set number, for example CS-012" } }),
      outputSchema: record({
        set_id: text,
        teacher: text,
        needed_on_date: text,
        lines: { type: "array", items: record({ isbn: text, title: text, quantity: { type: "integer" } }) },
      }),
    },
    run: ({ set_id }) => ({
      set_id: set_id ?? "",
      teacher: "Olaf Berg",
      needed_on_date: "2026-04-01",
      lines: [
        { isbn: "B-1", title: "Harbour Lights", quantity: 5 },
        { isbn: "B-3", title: "Harbour Seals", quantity: 2 },
      ],
    }),
  },
  {
    spec: {
      name: "list_loans",
      description: "List loans, by member.",
      inputSchema: {
        type: "object",
        properties: { member: { ...text, description: "name of the member or a part of it" } },
      },
      outputSchema: listOf("loans", { loan_id: text, title: text, due_date: text, fine: { type: "number" } }),
    },
    run: () => ({
      loans: [
        { loan_id: "L-77", title: "Mountain Paths", due_date: "2026-03-20", fine: 4 },
        { loan_id: "L-78", title: "Harbour Seals", due_date: "2026-05-02", fine: 0.5 },
      ],
      count: 2,
    }),
  },
  {
    spec: {
      name: "find_members",
      description: "Find members by name or city.",
      inputSchema: record({ query: { ...text, description: "name or city; empty lists all" } }),
      outputSchema: listOf("members", { member_id: text, name: text, email: text, city: text }),
    },
    run: ({ query }) => {
      const found = members.filter((row) => holds(JSON.stringify(row), query));
      return { members: found, count: found.length };
    },
  },
  {
    spec: {
      name: "get_loan",
      description: "Get one loan.",
      inputSchema: record({ loan_id: { ...text, description: "loan number, for example L-77" } }),
      outputSchema: record({ loan_id: text, title: text, due_date: text, status: text }),
    },
    run: ({ loan_id }) => ({
      loan_id: loan_id ?? "",
      title: "Mountain Paths",
      due_date: "2026-03-20",
      status: "overdue",
    }),
  },
];

const drugs: JsonObject[] = [
  {
    drug_id: "D-1",
    name: "Amoxil 500 mg",
    in_stock: 40,
    allocated: 15,
    minimum: 20,
    cabinet_location: "K2",
    importer_id: "I-1",
    unit_price: 8,
    currency: "EUR",
  },
  {
    drug_id: "D-2",
    name: "Brufen syrup",
    in_stock: 6,
    allocated: 0,
    minimum: 10,
    cabinet_location: "K7",
    importer_id: "I-2",
    unit_price: 300,
    currency: "RUB",
  },
  {
    drug_id: "D-3",
    name: "Zantac tablets",
    in_stock: 0,
    allocated: 0,
    minimum: 0,
    cabinet_location: "M1",
    importer_id: "I-1",
    unit_price: 12,
    currency: "EUR",
  },
];
const importers: JsonObject[] = [
  { importer_id: "I-1", name: "Nordmed", email: "orders@nordmed.example", city: "Oslo" },
  { importer_id: "I-2", name: "ООО «Аптекарь»", email: "zakaz@aptekar.example", city: "Пермь" },
];

/** A clinic: figures that belong together have other names than in a shop. */
const clinic: typeof library = [
  {
    spec: {
      name: "drug_lookup",
      description: "Find drugs in the cabinet.",
      inputSchema: record({ query: { ...text, description: "name of the drug; empty lists all" } }),
      outputSchema: listOf("drugs", {
        drug_id: text,
        name: text,
        in_stock: { type: "integer" },
        allocated: { type: "integer" },
        minimum: { type: "integer" },
        cabinet_location: text,
        importer_id: text,
        unit_price: { type: "number" },
        currency: text,
      }),
    },
    run: ({ query }) => {
      const found = drugs.filter(({ name }) => holds(name, query));
      return { drugs: found, count: found.length };
    },
  },
  {
    spec: {
      name: "vendor_search",
      description: "Find vendors.",
      inputSchema: record({ query: { ...text, description: "name or city; empty lists all" } }),
      outputSchema: listOf("vendors", { importer_id: text, name: text, email: text, city: text }),
    },
    run: ({ query }) => {
      const found = importers.filter((row) => holds(JSON.stringify(row), query));
      return { vendors: found, count: found.length };
    },
  },
];

/** What was written last. */
let written: JsonObject | undefined;

/** A clinic that can correct its counts. */
const counting: typeof library = [
  ...clinic,
  {
    spec: {
      name: "correct_count",
      description: "Set how many of a drug are in the cabinet.",
      effect: "destructive",
      inputSchema: {
        type: "object",
        properties: { drug_id: text, in_stock: { type: "integer", minimum: 0 }, reason: text },
        required: ["drug_id", "in_stock"],
      },
      outputSchema: record({ drug_id: text, in_stock: { type: "integer" } }),
    },
    run: (args) => {
      written = args;
      return args;
    },
  },
];

function toolboxOf(tools: typeof library): Parameters<typeof planning.plan>[1]["toolbox"] {
  return [
    ...createToolbox(tools.map(({ spec }) => ({ effect: "read", ...spec }))).values(),
    toolSpecOf(jsonTransform.spec),
  ];
}
const clock = createFakeClock();
const planning = createPlanning({ clock });

/** Plans a question, carries the plan out on the tools and gives back what the person is told. */
async function ask(goal: string, tools = library): Promise<string> {
  const request = {
    agentId: "t",
    goal,
    toolbox: toolboxOf(tools),
    surface: "service",
    now: "2026-03-04T10:00:00Z",
    zone: "UTC",
  } as const;
  const answer = await planning.plan("grammar", request);
  if (isPlannerError(answer)) return answer.code;
  const results = new Map<string, Json>();
  for (const step of answer.plan.steps) {
    const value = resolve(
      step.kind === "tool" ? step.args : step.kind === "message" ? step.content : "",
      "results",
      (name) => results.get(name),
    );
    if (!value.ok) throw new Error(`unresolved in ${step.id}`);
    if (step.kind === "message") return typeof value.value === "string" ? value.value : JSON.stringify(value.value);
    if (step.kind !== "tool" || !isJsonObject(value.value)) continue;
    const own = tools.find(({ spec }) => spec.name === step.tool);
    const call = { signal: new AbortController().signal } as Parameters<typeof jsonTransform.run>[1]; // it reads nothing of it
    const result = own === undefined ? await jsonTransform.run(value.value, call) : own.run(value.value);
    results.set(step.resultKey ?? step.id, result);
  }
  return "";
}

describe("a question over what tools return is answered in words", () => {
  it.each([
    ["where is Mountain Paths?", /shelf S1/],
    ["how many members do we have?", /members: 2/],
    ["how many members are in Porto", /members: 1/],
    ["what is the email of Olaf Berg", /olaf@example\.org/],
    ["email of Olaf Berg", /olaf@example\.org/],
    ["what is the status of loan L-77?", /L-77.*overdue/],
    ["when is L-77 due?", /2026-03-20/],
    ["list all members", /Ines Duarte[^]*Olaf Berg/],
    ["price of Harbour Seals?", /9 EUR/],
    ["show books about dragons", /Nothing found/],
    ["are we out of Mountain Paths", /copies available 0/],
    ["how many copies of Harbour Seals are left", /copies available 7/],
    ["how much is Harbour Seals", /9 EUR/],
    ["who publishes Mountain Paths", /Mountain Paths.*: Alpine House/],
    ["do we have enough Harbour Lights for CS-012", /^Not enough Harbour Lights.*5 needed, 3 there$/],
    ["do we have enough for class set 12", /Not enough Harbour Lights[^]*Enough Harbour Seals/],
    ["loans due this month", /^(?=.*L-77)(?!.*L-78)/s],
    ["books over 10 EUR", /^(?=.*Harbour Lights)(?!.*Seals)/s],
    ["which book is the cheapest", /^Harbour Seals.*9 EUR$/],
    ["the two cheapest books", /^Harbour Seals.*\nHarbour Lights.*$/],
    ["email address of Olaf Berg's study group", /olaf@example\.org.*not use/],
    ["average price of all books", /13\.8333/],
    ["all books, cheapest first", /Seals[^]*Lights[^]*Paths/],
    ["who is the teacher of class set 12", /teacher Olaf Berg/],
    ["how many copies of Harbour Seals were there last week", /copies available 7.*not use “last week”/],
    ["loans due in July", /Nothing found for “July”/],
  ])("%s", async (goal, expected) => {
    expect(await ask(goal)).toMatch(expected);
  });

  it.each(["delete the member Olaf Berg", "email Olaf Berg", "don't list the members"])("%s is none", async (goal) => {
    expect(await ask(goal)).not.toMatch(/olaf@|Porto/);
  });

  it.each([
    ["where is the amoxil kept", /K2/],
    ["which cabinet is brufen in", /K7/],
    ["who supplies zantac", /Zantac.*Nordmed/],
    ["what do we buy from nordmed", /Amoxil[^]*Zantac/],
    ["email of the supplier of brufen", /aptekar\.example/],
    ["кто поставщик brufen", /Аптекарь/],
    ["what is running low", /^(?=.*Brufen)(?!.*Amoxil)/s],
    ["what is out of stock", /^(?=.*Zantac)(?!.*Brufen)/s],
    ["how many amoxil are free, not reserved", /free 25/],
    ["do we have 30 amoxil", /^Not enough Amoxil.*30 needed, 40 there, allocated 15/],
    ["is there enough amoxil for 20 packs", /^Enough Amoxil/],
    ["what would 5 packs of amoxil cost", /40 EUR/],
    ["total value of the stock in euros", /value: 320 EUR/],
    ["most expensive drug", /^(?=.*Zantac.*12 EUR)(?=.*Brufen.*300 RUB)(?!.*Amoxil)/s],
    ["cheapest drug in euros", /^Amoxil/],
    ["what do we have more of, amoxil or brufen", /Amoxil.*40[^]*Brufen.*6/],
    ["do we have amoxill", /^Amoxil 500/],
    ["do we have green amoxil", /^Nothing about “green”; closest: Amoxil/],
    ["do we have aspirin", /^Nothing found for “aspirin”/],
    ["есть амоксил?", /^Amoxil 500/],
    ["сколько brufen на складе", /in stock 6/],
    ["how many different drugs are there", /drugs: 3/],
    ["how many vendors do we have and where are they", /vendors: 2[^]*Oslo/],
    ["what is the minimum of brufen", /minimum 10/],
    ["where is amoxil and who supplies brufen", /K2[^]*Аптекарь/],
    ["the boss wants to know where the zantac is", /M1/],
    ["is amoxil above its minimum", /minimum 20, in stock 40/],
    ["do we need to reorder brufen", /^Brufen.*minimum 10, in stock 6/],
    ["which drugs are below the minimum", /^(?=.*Brufen)(?!.*Amoxil)/s],
    ["what is allocated", /^(?=.*Amoxil)(?!.*Brufen)/s],
    ["drugs under 10 packs", /^(?=.*Brufen)(?=.*Zantac)(?!.*Amoxil)/s],
    ["drugs over 10 euros", /^(?=.*Zantac)(?!.*Brufen)(?!.*Amoxil)/s],
    ["which drug do we have the most of", /^Amoxil/],
    ["how many drugs per currency", /EUR: 2\nRUB: 1/],
    ["how many amoxil + how many brufen", /^Amoxil.*40[^]*Brufen.*6/],
    ["сколько поставщиков и кто из них в Перми", /^vendors: 2\nООО «Аптекарь»/],
    ["a customer wants 20 packs of amoxil and 5 boxes of brufen, can we do it", /Enough Amoxil[^]*Enough Brufen/],
    ["check if there is any zantac left, somebody is waiting", /in stock 0/],
    ["самое дорогое из рублёвых", /^Brufen/],
    ["хватит ли амоксила на 50 пачек", /^Не хватает: Amoxil/],
    ["сколько brufen не хватает до минимума", /minimum 10, in stock 6/],
    ["can we ship 30 amoxil today or are we short", /^Not enough Amoxil/],
  ])("%s, of a clinic", async (goal, expected) => {
    expect(await ask(goal, clinic)).toMatch(expected);
  });

  it.each([
    ["is it going to snow tonight", /drugs, vendors/],
    ["who was on call last sunday", /drugs, vendors/],
    ["how much did we sell last month", /drugs, vendors/],
    ["who counted the amoxil last time", /drugs, vendors/],
    ["какая сегодня погода", /drugs, поставщики/],
    ["how many nurses do we have", /Nothing found for “nurses”.*drugs, vendors/],
  ])("%s: says which data there is", async (goal, expected) => {
    const answer = await ask(goal, clinic);
    expect(answer).toMatch(expected);
    expect(answer).not.toMatch(/Amoxil|Brufen|Nordmed/);
  });

  it.each([["loan 0077, when is it due", /L-77/]])("%s, of a library", async (goal, expected) => {
    expect(await ask(goal)).toMatch(expected);
  });

  it("asks about a request of which most was not understood", async () => {
    expect(await ask("a member's after two lanterns tonight, can we do it")).not.toMatch(/Ines|Nothing found/);
  });
});

describe("news of a quantity gets a question with the record that it names, and both figures", () => {
  it.each([
    ["we sold 5 amoxil", /D-1.*in stock 40 now.*35\?/],
    ["set the count of brufen to 12", /D-2.*in stock 6 now.*12\?/],
    ["counted the zantac, it's 4 boxes not 6", /D-3.*4\?/],
    ["broke one brufen so there are five left", /D-2.*5\?/],
    ["ten zantac arrived today, please note it", /D-3.*10\?/],
    ["привезли двадцать амоксила", /D-1.*60\?/],
    ["списали две пачки brufen, осталось четыре", /D-2.*4\?/],
    ["we sold 5 aspirin", /Nothing found for “aspirin”/],
  ])("%s", async (goal, expected) => {
    written = undefined;
    expect(await ask(goal, counting)).toMatch(expected);
    expect(written).toBeUndefined();
  });

  it.each([
    "we will sell 5 amoxil",
    "if we sold 5 amoxil, how many would be left",
    "don't set the count of brufen to 12",
    "set the price of brufen to 12",
    "set the minimum of brufen to 12",
    "did we sell 5 amoxil?",
    "I think we sold 5 amoxil",
    "sold 5 amoxil and 3 brufen",
    "we need 5 amoxil",
    "order 5 more amoxil",
  ])("%s is no such news", async (goal) => {
    expect(await ask(goal, counting)).not.toMatch(/Should it be/);
  });
});
