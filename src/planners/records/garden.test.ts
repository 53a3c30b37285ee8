import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../plan/json.ts";
import { ToolSpec } from "../../plan/tool-spec.ts";
import { planActions } from "../actions/action-planner.ts";
import type { Lookups } from "../actions/lookups.ts";
import { Pack } from "../packs/pack.ts";

// A community garden: beds with a crop, a state, a keeper and a harvest day, and chores. No other test knows its words.
const pack = Pack.parse({
  pack: "garden",
  version: "1.0.0",
  description: "A community garden.",
  languages: ["en", "ru"],
  tools: {
    list_keepers: { name: "keepers.list" },
    list_beds: { name: "beds.list" },
    update_bed: { name: "beds.update" },
    delete_bed: { name: "beds.delete" },
    note_bed: { name: "beds.note" },
    list_chores: { name: "chores.list" },
    create_chore: { name: "chores.create" },
    update_chore: { name: "chores.update" },
  },
  people: { tool: "list_keepers", args: {}, items: "keepers", id: "id", name: "name" },
  entities: {
    state: {
      values: [
        { is: "fallow", says: ["fallow", "под паром"] },
        { is: "sown", says: ["sown", "засеяна", "посев"] },
        { is: "ripe", says: ["ripe", "созрела", "спелая"] },
        { is: "cleared", says: ["cleared", "убрана", "уборка"] },
      ],
    },
    progress: {
      values: [
        { is: "waiting", says: ["waiting", "ждёт", "todo"] },
        { is: "finished", says: ["finished", "готово"] },
      ],
    },
  },
  records: {
    bed: {
      says: ["bed", "грядка"],
      entity: "project",
      id: "id",
      name: "name",
      when: "harvest",
      who: "keeper",
      final: { state: ["cleared"] },
      fields: {
        name: { type: "text", says: ["name", "название"] },
        state: { type: "option", entity: "state", says: ["state", "состояние"] },
        keeper: { type: "person", says: ["keeper", "хозяин"] },
        harvest: { type: "date", clear: true, says: ["harvest day", "harvest", "урожай", "дата сбора"] },
        litres: { type: "number", says: ["water", "вода", "полив"] },
      },
      marks: [{ says: ["overdue", "перестояла"], where: [{ field: "harvest", before: "today" }] }],
      search: { tool: "list_beds", items: "beds" },
      change: { tool: "update_bed", args: { id: "{id}", field: "{field}", value: "{value}" } },
      remove: { tool: "delete_bed", args: { id: "{id}" } },
      operations: {
        note: {
          says: ["note", "заметка"],
          needs: ["text"],
          tool: "note_bed",
          args: { id: "{id}", text: "{text}" },
          preview: { en: "Note on {name}: {text}", ru: "Заметка к «{name}»: {text}" },
        },
      },
    },
    chore: {
      says: ["chore", "дело", "todo"],
      id: "id",
      name: "title",
      when: "day",
      who: "keeper",
      body: "remark",
      final: { progress: ["finished"] },
      fields: {
        title: { type: "text", says: ["title", "название"] },
        keeper: { type: "person", says: ["helper", "помощник"] },
        day: { type: "date", says: ["day", "due", "день"] },
        progress: { type: "option", entity: "progress", says: ["progress"] },
        remark: { type: "text", says: ["remark"] },
      },
      search: { tool: "list_chores", items: "chores" },
      create: {
        tool: "create_chore",
        says: ["remind"],
        args: { title: "{title}", keeper: "{keeper}", day: "{day}", remark: "{remark}" },
      },
      change: { tool: "update_chore", args: { id: "{id}", field: "{field}", value: "{value}" } },
      deeds: { complete: { says: [], field: "progress", value: "finished" } },
    },
  },
});

const beds: JsonObject[] = [
  { id: "b1", name: "Tomatoes south", keeper: "k1", state: "ripe", harvest: "2030-06-01", litres: 40 },
  { id: "b2", name: "Tomatoes north", keeper: "k2", state: "sown", harvest: "2030-07-10", litres: 10 },
  { id: "b3", name: "Pumpkins", keeper: "k1", state: "sown", harvest: "2030-09-20", litres: 60 },
  { id: "b4", name: "Garlic", keeper: "k3", state: "cleared", harvest: "2030-05-20", litres: 10 },
  { id: "b5", name: "Lavender", keeper: "k2", state: "fallow", litres: 10 },
];
const chores: JsonObject[] = [
  { id: "c1", title: "Mend the fence", keeper: "k1", day: "2030-06-12", progress: "waiting" },
  { id: "c2", title: "Turn the compost", keeper: "k2", day: "2030-06-20", progress: "waiting" },
  { id: "c3", title: "Paint the shed", keeper: "k2", day: "2030-08-01", progress: "finished" },
];
const keepers = [
  { id: "k1", name: "Nadia Frost" },
  { id: "k2", name: "Omar Vale" },
  { id: "k3", name: "Lena Brook" },
];
const outputs: Readonly<Record<string, JsonObject>> = {
  "beds.list": { beds },
  "chores.list": { chores },
  "keepers.list": { keepers },
};

const params = ["id", "field", "value", "title", "keeper", "day", "remark", "text"];
const lookups: Lookups = {
  toolbox: Object.values(pack.tools).map(({ name }) =>
    ToolSpec.parse({
      name,
      effect: name.endsWith(".list") ? "read" : "destructive",
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(params.map((one) => [one, one === "value" ? {} : { type: "string" }])),
      },
    }),
  ),
  read: async (tool) => ({ ok: true, output: outputs[tool] ?? {} }),
};

async function plan(text: string, before?: string, answers: Record<string, string> = {}) {
  const told = before === undefined ? {} : { before };
  const request = { text, now: "2030-06-10T08:00:00Z", zone: "UTC", speaker: "Nadia Frost", answers, ...told };
  const made = await planActions(request, { packs: [pack], lookups });
  const writes = made.actions
    .filter(({ read_only: only }) => !only)
    .map(({ tool_slug: tool, args }) => [tool, ...Object.values(args).map(String)].join(" "));
  const picks = made.entities
    .filter(({ selected_id: id }) => id === undefined)
    .map(({ candidates }) => candidates.length);
  return { writes, summary: made.summary, asks: made.needs_clarification.map(({ id }) => id), picks };
}

describe("a change said as people say it", () => {
  it.each<[string, string[]]>([
    ["pumpkins are ripe", ["beds.update b3 state ripe"]],
    ["Pumpkins to fallow please, they rotted", ["beds.update b3 state fallow"]],
    ["hey can you give the lavender to Nadia, Omar is away", ["beds.update b5 keeper k1"]],
    ["лаванду под паром", []],
    ["set the water of Pumpkins to 75", ["beds.update b3 litres 75"]],
    ["raise the water of Pumpkins by 10%", ["beds.update b3 litres 66"]],
    ["raise the water of Lavender by 5", ["beds.update b5 litres 15"]],
    ["push the harvest of Pumpkins by a week", ["beds.update b3 harvest 2030-09-27"]],
    ["remove the harvest day of Tomatoes north", ["beds.update b2 harvest null"]],
    ["give all of Nadia's beds except Pumpkins to Omar", ["beds.update b1 keeper k2"]],
    [
      "move Tomatoes south to cleared and Lavender to sown",
      ["beds.update b1 state cleared", "beds.update b5 state sown"],
    ],
    ["not Pumpkins, Lavender: put Lavender to sown", ["beds.update b5 state sown"]],
    ["move Pumpkins to ripe, no, to fallow", ["beds.update b3 state fallow"]],
    ["give Lavender to Nadia - sorry, to Lena", ["beds.update b5 keeper k3"]],
    ["give Lavender to Lena today", ["beds.update b5 keeper k3"]],
    ["Lavender - Lena", ["beds.update b5 keeper k3"]],
    ["set the state of Pumpkins to ripe", ["beds.update b3 state ripe"]],
    ["move all sown beds to September 25", ["beds.update b2 harvest 2030-09-25", "beds.update b3 harvest 2030-09-25"]],
    ["повысь полив Pumpkins на 5", ["beds.update b3 litres 65"]],
    ["quick one: give Lavender to Lena", ["beds.update b5 keeper k3"]],
    ["note on Lavender: bees love it", ["beds.note b5 bees love it"]],
    ["delete the bed Lavender", ["beds.delete b5"]],
    ["the fence is mended, finish Mend the fence", ["chores.update c1 progress finished"]],
    ["drop the water of Pumpkins to 20", ["beds.update b3 litres 20"]],
    ["drop Pumpkins to fallow", ["beds.update b3 state fallow"]],
    ["drop Lavender", ["beds.delete b5"]],
    ["give Lavender to Lena, Garlic to sown", ["beds.update b5 keeper k3", "beds.update b4 state sown"]],
    ["fallow Pumpkins, they ran out of water", ["beds.update b3 state fallow"]],
    ["give lavender to nadia, no, lena", ["beds.update b5 keeper k3"]],
    ["gvie Lavender to Lena", ["beds.update b5 keeper k3"]],
    ["north to ripe", ["beds.update b2 state ripe"]],
    ["I lost the north", []],
    ["change the state of all beds of Omar on June 1", []],
    ["Pumpkins to ripe, Lavender to sown, leave Garlic", ["beds.update b3 state ripe", "beds.update b5 state sown"]],
    ["Nadia is out this week", []],
    ["complete Turn the compost", ["chores.update c2 progress finished"]],
    [
      "set the harvest to September 25 for all beds in sown",
      ["beds.update b2 harvest 2030-09-25", "beds.update b3 harvest 2030-09-25"],
    ],
    ["all beds in sown except Pumpkins: harvest September 25", ["beds.update b2 harvest 2030-09-25"]],
    [
      "Lavender and Pumpkins: harvest of both beds October 1",
      ["beds.update b5 harvest 2030-10-01", "beds.update b3 harvest 2030-10-01"],
    ],
    ["move everything in finished to todo", ["chores.update c3 progress waiting"]],
    ["set ripe for all beds in fallow", ["beds.update b5 state ripe"]],
    ["заметка к грядке Lavender: пчёл пока не видно", ["beds.note b5 пчёл пока не видно"]],
    ["не надо заметку к грядке Lavender: пчёл не видно", []],
    ["it is not time to add a note to bed Lavender: bees are back", []],
    ["Lavender теперь ведёт Лена, поменяй хозяина", ["beds.update b5 keeper k3"]],
    ["reassign all beds of Omar to Lena", ["beds.update b2 keeper k3", "beds.update b5 keeper k3"]],
    ["переведи все грядки, которые ведёт Омар, в ripe", ["beds.update b2 state ripe", "beds.update b5 state ripe"]],
    ["удали все грядки, что под паром", ["beds.delete b5"]],
    ["закрой все дела на Омаре", ["chores.update c2 progress finished"]],
    ["удали все грядки Омара, что под паром", ["beds.delete b5"]],
    ["set the water of Pumpkins to 1,200", ["beds.update b3 litres 1200"]],
  ])("%s", async (text, writes) => {
    expect((await plan(text)).writes).toEqual(writes);
  });
});

describe("something new", () => {
  it.each<[string, string[]]>([
    ["create a chore for Omar: oil the gate, due Friday", ["chores.create oil the gate k2 2030-06-14"]],
    ["remind Lena to water the seedlings tomorrow at 7:30", ["chores.create water the seedlings k3 2030-06-11 07:30"]],
    ["напомни полить рассаду завтра в 10", ["chores.create полить рассаду 2030-06-11 10:00"]],
    [
      "add two chores: sweep the path and wash the pots",
      ["chores.create sweep the path", "chores.create wash the pots"],
    ],
  ])("%s", async (text, writes) => {
    expect((await plan(text)).writes).toEqual(writes);
  });
});

describe("a question", () => {
  it.each([
    ["how many beds does Nadia have", "2 beds, keeper Nadia Frost, open"],
    ["which beds are ripe?", "1 bed, state ripe: Tomatoes south"],
    ["who has the most beds?", "4 beds, open: Nadia Frost 2, Omar Vale 2, Lena Brook 0"],
    [
      "does Nadia have more beds than Lena?",
      "2 beds, open, keeper Nadia Frost, Lena Brook: Nadia Frost 2, Lena Brook 0",
    ],
    ["beds of Nadia and Lena", "2 beds, keeper Nadia Frost, Lena Brook, open: Tomatoes south; Pumpkins"],
    ["total water of the sown beds", "2 beds, state sown: total 70"],
    ["Скажите, какие грядки у Омара?", "Грядка: 2, хозяин Omar Vale, незакрытые: Tomatoes north; Lavender"],
    ["what is overdue", "1 bed, open, overdue: Tomatoes south"],
    ["when is the harvest of Pumpkins", "Pumpkins: harvest day 2030-09-20"],
    ["how many beds does each of us have?", "4 beds, open: Nadia Frost 2, Omar Vale 2, Lena Brook 0"],
    ["how much water do the tomatoes beds take", "2 beds, Tomatoes south; Tomatoes north, open: total 50"],
    [
      "what do we close in June",
      "2 chores, day from 2030-06-01 to 2030-06-30, open: Mend the fence; Turn the compost; 1 bed, harvest day from 2030-06-01 to 2030-06-30, open: Tomatoes south",
    ],
    ["какие грядки у Омара", "Грядка: 2, хозяин Omar Vale, незакрытые: Tomatoes north; Lavender"],
  ])("%s", async (text, says) => {
    const { writes, summary } = await plan(text);
    expect({ writes, summary }).toEqual({ writes: [], summary: says });
  });
});

describe("what goes on with a change", () => {
  it.each<[string, string, string[]]>([
    ["Pumpkins and Lavender to ripe", "not Lavender", ["beds.update b3 state ripe"]],
    ["give all of Nadia's beds to Lena", "only the ripe ones", ["beds.update b1 keeper k3"]],
    ["Pumpkins and Lavender to ripe", "keep Lavender as it was", ["beds.update b3 state ripe"]],
    ["give all of Nadia's beds to Lena", "Pumpkins оставь на ней", ["beds.update b1 keeper k3"]],
    ["add two chores: sweep the path and wash the pots", "leave the first", ["chores.create sweep the path"]],
    ["when is the harvest of Pumpkins", "make it October 1", ["beds.update b3 harvest 2030-10-01"]],
    ["who is the keeper of Pumpkins", "make it October 1", []],
    ["Pumpkins to ripe", "no, fallow", ["beds.update b3 state fallow"]],
    ["Pumpkins to ripe", "Lavender, not Pumpkins", ["beds.update b5 state ripe"]],
    [
      "remove the harvest day of Pumpkins",
      "stop, don't remove it, make it October 1",
      ["beds.update b3 harvest 2030-10-01"],
    ],
  ])("%s / %s", async (before, text, writes) => {
    expect((await plan(text, before)).writes).toEqual(writes);
  });
});

describe("what has two meanings is asked, and the answer decides", () => {
  it.each<[string, string, string, string[]]>([
    ["delete Pumpkins?", "meant:order", "yes", ["beds.delete b3"]],
    ["удалить Pumpkins?", "meant:order", "yes", ["beds.delete b3"]],
    ["move Pumpkins to ripe - Omar", "meant:signature", "signature", ["beds.update b3 state ripe"]],
    [
      "move Pumpkins to ripe - Omar",
      "meant:signature",
      "receiver",
      ["beds.update b3 state ripe", "beds.update b3 keeper k2"],
    ],
    ["put all our sown beds to ripe", "meant:group", "mine", ["beds.update b3 state ripe"]],
    ["put all our ripe beds to sown", "meant:group", "all", ["beds.update b1 state sown"]],
  ])("%s (%s: %s)", async (text, question, answer, writes) => {
    const asked = await plan(text);
    expect({ asks: asked.asks, writes: asked.writes }).toEqual({ asks: [question], writes: [] });
    expect((await plan(text, undefined, { [question]: answer })).writes).toEqual(writes);
  });

  it.each(["delete Lavender, right?", "удали Lavender, да?"])("nor is a tag an order: %s", async (text) => {
    expect(await plan(text)).toMatchObject({ asks: ["meant:order"], writes: [] });
  });

  it.each(["could you delete Lavender?", "delete Lavender, ok?", "delete Lavender please?"])(
    "but not what is only polite: %s",
    async (text) => {
      expect((await plan(text)).writes).toEqual(["beds.delete b5"]);
    },
  );
});

// Each of these once proposed a write that nobody asked for.
describe("nothing is written", () => {
  it("to one of two that are equally far: the person picks", async () => {
    const { writes, picks } = await plan("give the bed with the least water to Nadia");
    expect({ writes, picks }).toEqual({ writes: [], picks: [2] });
  });

  it.each([
    "I moved Pumpkins to ripe yesterday",
    "after the picnic, delete Pumpkins",
    "delete Pumpkins. Oops, wrong garden",
    "delete Pumpkins - so the gardener hoped",
    "удали Pumpkins, когда разрешат",
    "create a chore Paint the shed (needs a permit)",
    "quote of the day: delete Pumpkins",
    "Pumpkins to ripe if Lavender is sown",
    "Pumpkins are almost ripe",
    "delete beds",
    "move the tomatoes to ripe",
    "should Lavender go to Nadia?",
    "Omar would clear all beds",
    "Омар убрал бы все грядки",
    "don't touch Pumpkins",
    "who moved Pumpkins to sown?",
    "it would be a mistake to delete Pumpkins",
    "rather than delete Pumpkins, wait",
    "delete Pumpkins, not really",
    "delete Pumpkins. Strike that",
    "delete Pumpkins. Please disregard",
    "delete Pumpkins; also tickle the cat",
    "avoid this: delete Pumpkins",
    "удали Pumpkins - ой, не то",
    "удали Pumpkins? Нет уж",
    "удали Pumpkins. Потом погладь кота",
    "remind me why we wanted to delete Pumpkins",
    "remove Nadia from Pumpkins",
    "delete Pumpkins is what Omar said, ignore him",
    "удали Pumpkins - отмени",
    "отказываюсь удалять Pumpkins",
    "nobody should delete Pumpkins",
    "it would be nice if Omar cleared Pumpkins",
    "хорошо бы Pumpkins созрела",
    "по tomatoes всё, созрели!",
    "do we really need to delete Pumpkins?",
    "а точно надо удалять Pumpkins?",
    "разве нужно создавать дело полить рассаду?",
    "можно мне удалить Pumpkins?",
    "may we perhaps delete Pumpkins?",
    "delete Pumpkins, but not now",
    "delete Pumpkins, just not on Friday",
    "удали Pumpkins, только не сегодня",
    "I was going to delete Pumpkins",
    "one of us might delete Pumpkins",
    "delete all beds I am on",
    "удали все грядки, где хозяин я",
    "delete Pumpkins. I'm joking",
    "delete Pumpkins. I take that back",
    "delete Pumpkins. That was a mistake",
    "delete Pumpkins. Undo that",
    "delete Pumpkins. We'll see",
    "delete Pumpkins. Let me check with Omar first",
    "delete Pumpkins, said Omar",
    "delete Pumpkins. Only if Omar agrees",
    "delete Pumpkins if Omar agrees",
    "delete Pumpkins unless Omar is against it",
    "once Omar is back, delete Pumpkins",
    "as soon as it rains, delete Pumpkins",
    "after the harvest party, delete Pumpkins",
    "for example, delete Pumpkins",
    "the old rule was: delete Pumpkins",
    "удали Pumpkins. Посмотрим",
    "удали Pumpkins, если Омар согласен",
    "удали Pumpkins, когда пойдёт дождь",
    "удали Pumpkins — это был бы перебор",
    "create a chore oil the gate, said Omar",
    "create a chore oil the gate, if Omar agrees",
    "create a chore oil the gate is a bad idea",
    "let's wait before we create a chore oil the gate",
    "рискованно создавать дело полить рассаду",
    "готовься создавать дело полить рассаду",
    "заведи дело полить рассаду, если не жалко",
    "finish all chores mentioned on the radio",
    "finish all chores with the lowest rank",
    "закрой все дела, открытые сегодня утром",
    "raise the water of Pumpkins to 40 or 50",
    "подними полив Pumpkins до 40 либо 50",
    "поставь полив Pumpkins 47,500",
    "а точно надо писать заметку к грядке Lavender: пчёл не видно?",
  ])("%s", async (text) => {
    expect((await plan(text)).writes).toEqual([]);
  });
});
