import { isJsonObject, type Json, type JsonObject } from "../../src/plan/json.ts";
import { resolve } from "../../src/plan/resolve.ts";
import { createToolbox } from "../../src/plan/tool-spec.ts";
import { withNamedRecords } from "../../src/planners/answers/plan-named.ts";
import { isPlannerError, type PlannerAnswer, type PlannerRequest } from "../../src/ports/planner.ts";
import { createPlanning } from "../../src/runtime/planning/planning.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { createJsonTransform } from "../../src/tools/builtin/json-transform.ts";
import { toolSpecOf } from "../../src/tools/tool-spec-of.ts";

const jsonTransform = createJsonTransform();

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
export const clinic: typeof library = [
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

const patients: JsonObject[] = [
  { patient_id: "P-1", name: "Ida Holm", email: "ida@example.org", phone: "555-0101" },
  { patient_id: "P-2", name: "Jon Vik", email: "jon@example.org" },
  { patient_id: "P-3", name: "Вера Лис", email: "vera@example.org", phone: "555-0103" },
];
const prescriptions: JsonObject[] = [
  {
    prescription_id: "R-0301",
    status: "filled",
    patient_id: "P-1",
    patient_name: "Ida Holm",
    currency: "EUR",
    lines: [{ drug_id: "D-1", name: "Amoxil 500 mg", quantity: 30, unit_price: 11 }],
    total: 330,
  },
  {
    prescription_id: "R-0302",
    status: "open",
    patient_id: "P-3",
    patient_name: "Вера Лис",
    currency: "RUB",
    lines: [{ drug_id: "D-2", name: "Brufen syrup", quantity: 8, unit_price: 420 }],
    total: 3360,
  },
];
const statuses = { type: "string", enum: ["open", "filled", "expired"] };
const amount = { type: "number" };
const prescription = {
  prescription_id: text,
  status: statuses,
  patient_id: text,
  patient_name: text,
  currency: { type: "string", enum: ["EUR", "RUB"] },
  lines: {
    type: "array",
    items: record({ drug_id: text, name: text, quantity: { type: "integer" }, unit_price: amount }),
  },
  total: amount,
};

/** A pharmacy: records with lines, and people who may have none of them. */
export const pharmacy: typeof library = [
  ...clinic,
  {
    spec: {
      name: "patient_lookup",
      description: "Find patients.",
      inputSchema: record({ query: { ...text, description: "name; empty lists all" } }),
      outputSchema: listOf("patients", { patient_id: text, name: text, email: text, phone: text }),
    },
    run: ({ query }) => {
      const found = patients.filter((row) => holds(JSON.stringify(row), query));
      return { patients: found, count: found.length };
    },
  },
  {
    spec: {
      name: "list_prescriptions",
      description: "List prescriptions.",
      inputSchema: { type: "object", properties: { status: statuses } },
      outputSchema: listOf("prescriptions", prescription),
    },
    run: ({ status }) => {
      const found = prescriptions.filter((row) => status === undefined || row["status"] === status);
      return { prescriptions: found, count: found.length };
    },
  },
  {
    spec: {
      name: "prescription_lookup",
      description: "Get one prescription with its lines.",
      inputSchema: record({ prescription_id: { ...text, description: "number, for example R-0301" } }),
      outputSchema: record(prescription),
    },
    run: ({ prescription_id }) => prescriptions.find((row) => row["prescription_id"] === prescription_id) ?? {},
  },
];

/** What was written, oldest first. */
export const written: JsonObject[] = [];

/** A clinic that can correct its counts. */
export const counting: typeof library = [
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
      written.push(args);
      return args;
    },
  },
];

/** A pharmacy that can delete visits, but no prescriptions. */
export const visits: typeof library = [
  ...pharmacy,
  {
    spec: {
      name: "delete_visit",
      description: "Delete a visit for good.",
      effect: "destructive",
      inputSchema: record({ visit_id: { ...text, description: "number, for example VS-12" } }),
    },
    run: (args) => {
      written.push(args);
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

const request = { agentId: "t", surface: "service", now: "2026-03-04T10:00:00Z", zone: "UTC" } as const;

/** Plans an order with what can be looked up while planning: the writes of the plan, or what is asked instead. */
export async function order(goal: string, tools = library): Promise<JsonObject[] | string> {
  const plan = (asked: PlannerRequest): Promise<PlannerAnswer> => planning.plan("grammar", asked);
  const asked = { ...request, goal, toolbox: toolboxOf(tools) };
  const read = async (name: string, args: JsonObject) => ({
    ok: true as const,
    output: await runOn(tools, name, args),
  });
  const answer = await withNamedRecords(await plan(asked), { request: asked, lookups: { read }, plan });
  if (isPlannerError(answer)) return answer.code;
  const effects = new Map(asked.toolbox.map(({ name, effect }) => [name, effect]));
  const writes = answer.plan.steps.flatMap((step) =>
    step.kind === "tool" && effects.get(step.tool) !== "read" ? [{ tool: step.tool, ...step.args }] : [],
  );
  return writes.length > 0
    ? writes
    : answer.plan.steps.flatMap((s) => (s.kind === "message" ? s.content : [])).join("\n");
}

const call = { signal: new AbortController().signal } as Parameters<typeof jsonTransform.run>[1]; // it reads nothing of it

async function runOn(tools: typeof library, name: string, args: JsonObject): Promise<Json> {
  const own = tools.find(({ spec }) => spec.name === name);
  return JSON.parse(JSON.stringify(own === undefined ? await jsonTransform.run(args, call) : own.run(args)));
}

/** Plans a question, executes the plan on the tools and returns the text for the person. */
export async function ask(goal: string, tools = library): Promise<string> {
  const answer = await planning.plan("grammar", { ...request, goal, toolbox: toolboxOf(tools) });
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
    results.set(step.resultKey ?? step.id, await runOn(tools, step.tool, value.value));
  }
  return "";
}
