import type { JsonObject } from "../../src/plan/json.ts";
import { ToolSpec } from "../../src/plan/tool-spec.ts";
import { planActions } from "../../src/planners/actions/action-planner.ts";
import type { Lookups } from "../../src/planners/actions/lookups.ts";
import { Pack } from "../../src/planners/packs/pack.ts";

/** A bakery whose orders, customers and errands nobody tuned the reader for. Its tools take several fields in one call. */
export const pack = Pack.parse({
  pack: "bakery",
  version: "1.0.0",
  description: "A bakery: orders, customers and errands.",
  languages: ["ru", "en"],
  tools: {
    list_staff: { name: "staff.list" },
    list_orders: { name: "orders.list" },
    create_order: { name: "orders.create" },
    update_order: { name: "orders.update" },
    delete_order: { name: "orders.delete" },
    list_customers: { name: "customers.list" },
    create_customer: { name: "customers.create" },
    update_customer: { name: "customers.update" },
    note_customer: { name: "customers.note" },
    list_errands: { name: "errands.list" },
    create_errand: { name: "errands.create" },
    update_errand: { name: "errands.update" },
    delete_errand: { name: "errands.delete" },
    comment_errand: { name: "errands.comment" },
    list_tastings: { name: "tastings.list" },
    create_tasting: { name: "tastings.create" },
  },
  people: { tool: "list_staff", args: {}, items: "staff", id: "id", name: "name" },
  entities: {
    phase: {
      values: [
        { is: "asked", says: ["asked", "запрос"], sets: { label: { en: "Asked", ru: "Запрос" } } },
        { is: "baking", says: ["baking", "выпечка", "в печи"], sets: { label: { en: "Baking", ru: "Выпечка" } } },
        { is: "packed", says: ["packed", "упакован"], sets: { label: { en: "Packed", ru: "Упакован" } } },
        { is: "served", says: ["served", "выдан"], sets: { label: { en: "Served", ru: "Выдан" } } },
        { is: "refused", says: ["refused", "отказ"], sets: { label: { en: "Refused", ru: "Отказ" } } },
      ],
    },
    state: {
      values: [
        { is: "Todo", says: ["todo", "к выполнению"] },
        { is: "Doing", says: ["doing", "в деле"] },
        { is: "Done", says: ["done", "готово"] },
        { is: "Dropped", says: ["dropped", "отменено"] },
      ],
    },
    weight: {
      values: [
        { is: "1", says: ["urgent", "срочно", "срочный"] },
        { is: "2", says: ["ordinary", "обычный"] },
      ],
    },
  },
  records: {
    order: {
      says: ["заказ", "order"],
      entity: "deal",
      id: "id",
      name: "name",
      when: "delivery",
      who: "baker",
      final: { phase: ["served", "refused"] },
      about: ["customer"],
      fields: {
        name: { type: "text", says: ["название", "name"] },
        phase: { type: "option", entity: "phase", says: ["стадия", "статус", "stage", "status"], default: "asked" },
        price: { type: "number", clear: true, says: ["цена", "сумма", "price", "amount"] },
        baker: { type: "person", clear: true, says: ["пекарь", "ответственный", "baker", "owner"] },
        delivery: {
          type: "date",
          clear: true,
          says: ["доставка", "дата доставки", "срок", "delivery", "delivery date"],
        },
        customer: { type: "record", of: "customer", says: ["клиент", "customer"] },
      },
      marks: [{ says: ["просроченный", "overdue", "late"], where: [{ field: "delivery", before: "today" }] }],
      search: { tool: "list_orders", items: "orders" },
      create: {
        tool: "create_order",
        args: { name: "{name}", price: "{price}", baker: "{baker}", delivery: "{delivery}", customer: "{customer}" },
      },
      change: { tool: "update_order", args: { id: "{id}", set: { "{field}": "{value}" } } },
      remove: { tool: "delete_order", args: { id: "{id}" } },
      deeds: { lose: { says: [], field: "phase", value: "refused" }, complete: { says: [], field: "phase" } },
    },
    customer: {
      says: ["клиент", "кофейня", "customer"],
      entity: "company",
      id: "id",
      name: "name",
      fields: {
        name: { type: "text", says: ["название", "name"] },
        city: { type: "text", clear: true, says: ["город", "city"] },
        trade: { type: "text", says: ["вид", "trade"] },
        phone: { type: "contact", says: ["телефон", "phone"] },
        email: { type: "contact", says: ["почта", "email"] },
      },
      search: { tool: "list_customers", items: "customers" },
      create: { tool: "create_customer", args: { name: "{name}", city: "{city}", phone: "{phone}" } },
      change: { tool: "update_customer", args: { id: "{id}", set: { "{field}": "{value}" } } },
      operations: {
        note: {
          says: ["заметка", "note"],
          needs: ["text"],
          tool: "note_customer",
          args: { id: "{id}", text: "{text}" },
          preview: { en: "Note on {name}: {text}", ru: "Заметка к «{name}»: {text}" },
        },
      },
    },
    errand: {
      says: ["поручение", "задача", "errand", "task"],
      entity: "issue",
      id: "id",
      name: "title",
      key: "code",
      when: "due",
      who: "doer",
      final: { state: ["Done", "Dropped"] },
      fields: {
        title: { type: "text", says: ["название", "title"] },
        state: { type: "option", entity: "state", says: ["статус", "state", "status"] },
        doer: { type: "person", says: ["исполнитель", "assignee"] },
        due: { type: "date", says: ["срок", "дедлайн", "due date", "deadline", "due"] },
        weight: { type: "option", entity: "weight", says: ["важность", "приоритет", "priority"] },
      },
      marks: [
        {
          says: ["просроченный", "overdue", "late"],
          where: [
            { field: "due", before: "today" },
            { field: "state", not: ["Done", "Dropped"] },
          ],
        },
      ],
      search: { tool: "list_errands", items: "errands" },
      create: {
        tool: "create_errand",
        args: { title: "{title}", doer: "{doer}", due: "{due}", weight: "{weight}" },
      },
      change: { tool: "update_errand", args: { id: "{id}", "{field}": "{value}" } },
      remove: { tool: "delete_errand", args: { id: "{id}" } },
      operations: {
        comment: {
          says: ["комментарий", "comment"],
          needs: ["text"],
          tool: "comment_errand",
          args: { id: "{id}", text: "{text}" },
          preview: { en: "Comment on {name}: {text}", ru: "Комментарий к «{name}»: {text}" },
        },
      },
      deeds: {
        complete: { says: [], field: "state", value: "Done" },
        cancel: { says: [], field: "state", value: "Dropped" },
        start: { says: [], field: "state", value: "Doing" },
        reopen: { says: [], field: "state", value: "Todo" },
      },
    },
    tasting: {
      says: ["дегустация", "встреча", "tasting", "meeting"],
      id: "id",
      name: "title",
      when: "starts",
      fields: {
        title: { type: "text", says: ["тема", "title"] },
        starts: { type: "moment", says: ["начало", "start"] },
      },
      search: { tool: "list_tastings", items: "tastings" },
      create: { tool: "create_tasting", args: { title: "{title}", starts: "{starts}" } },
    },
  },
});

const outputs: Readonly<Record<string, JsonObject>> = {
  "staff.list": {
    staff: [
      { id: "u1", name: "Вера Мохова" },
      { id: "u2", name: "Олег Дрозд" },
      { id: "u3", name: "Тимур Зайцев" },
      { id: "u4", name: "Lisa Brandt" },
    ],
  },
  "orders.list": {
    orders: [
      {
        id: "o1",
        name: "Маяк: свадебный торт",
        phase: "asked",
        price: 52000,
        baker: "u1",
        delivery: "2030-06-20",
        customer: "q1",
      },
      {
        id: "o2",
        name: "Маяк: пироги",
        phase: "baking",
        price: 9000,
        baker: "u2",
        delivery: "2030-06-08",
        customer: "q1",
      },
      {
        id: "o3",
        name: "Тополь: круассаны",
        phase: "packed",
        price: 14000,
        baker: "u2",
        delivery: "2030-06-12",
        customer: "q2",
      },
      {
        id: "o4",
        name: "Harvest loaves",
        phase: "baking",
        price: 30000,
        baker: "u4",
        delivery: "2030-07-01",
        customer: "q3",
      },
      {
        id: "o5",
        name: "Тополь: эклеры",
        phase: "refused",
        price: 8000,
        baker: "u3",
        delivery: "2030-05-02",
        customer: "q2",
      },
      {
        id: "o6",
        name: "Маяк: куличи",
        phase: "served",
        price: 21000,
        baker: "u1",
        delivery: "2030-04-10",
        customer: "q1",
      },
    ],
  },
  "customers.list": {
    customers: [
      { id: "q1", name: "Ресторан «Маяк»", city: "Псков", trade: "рыба", phone: "", email: "" },
      { id: "q2", name: "Кафе «Тополь»", city: "Тверь", trade: "завтраки", phone: "", email: "" },
      { id: "q3", name: "Fern Inn", city: "Leeds", trade: "hotel", phone: "", email: "" },
    ],
  },
  "errands.list": {
    errands: [
      { id: "e1", code: "BK-1", title: "Починить тестомес", state: "Todo", doer: "u2", due: "2030-06-07", weight: "1" },
      {
        id: "e2",
        code: "BK-2",
        title: "Заказать муку для Маяка",
        state: "Doing",
        doer: "u1",
        due: "2030-06-14",
        weight: "2",
      },
      {
        id: "e3",
        code: "BK-3",
        title: "Новое меню завтраков",
        state: "Todo",
        doer: "u2",
        due: "2030-06-21",
        weight: "2",
      },
      { id: "e4", code: "BK-4", title: "Oven inspection", state: "Todo", doer: "u4", due: "2030-06-05", weight: "2" },
      {
        id: "e5",
        code: "BK-5",
        title: "Price list for summer",
        state: "Done",
        doer: "u4",
        due: "2030-05-30",
        weight: "2",
      },
    ],
  },
  "tastings.list": { tastings: [{ id: "t1", title: "Дегустация хлеба", starts: "2030-06-11 11:00:00" }] },
};

const params = [
  "id",
  "set",
  "name",
  "price",
  "baker",
  "delivery",
  "customer",
  "city",
  "phone",
  "text",
  "title",
  "doer",
].concat(["due", "weight", "state", "starts"]);
export const lookups: Lookups = {
  toolbox: Object.values(pack.tools).map(({ name }) =>
    ToolSpec.parse({
      name,
      effect: name.endsWith(".list") ? "read" : "destructive",
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(params.map((one) => [one, one === "set" ? { type: "object" } : {}])),
      },
    }),
  ),
  read: async (tool) => ({ ok: true, output: outputs[tool] ?? {} }),
};

/** What a request of Monday, 10 June 2030 comes to; `before` has the messages before it, a line each. */
export async function askBakery(text: string, before?: string, answers: Record<string, string> = {}) {
  const told = before === undefined ? {} : { before };
  const request = { text, now: "2030-06-10T08:00:00Z", zone: "UTC", answers, ...told };
  const made = await planActions(request, { packs: [pack], lookups });
  const writes = made.actions
    .filter(({ read_only: only }) => !only)
    .map(({ tool_slug: tool, args }) => line(tool, args));
  const questions = made.needs_clarification.map(({ id }) => id);
  const picks = made.entities.flatMap(({ selected_id: id, candidates }) =>
    id === undefined ? [candidates.map((one) => one.id)] : [],
  );
  return { writes, summary: made.summary, questions, picks, made };
}

/** "orders.update o1 price=5000 baker=u1". */
function line(tool: string, { id, set, ...args }: JsonObject): string {
  const fields = typeof set === "object" && set !== null && !Array.isArray(set) ? { ...args, ...set } : args;
  const values = Object.entries(fields).map(
    ([field, value]) => `${field}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [tool, ...(typeof id === "string" ? [id] : []), ...values].join(" ");
}
