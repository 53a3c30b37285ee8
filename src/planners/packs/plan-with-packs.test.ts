import { describe, expect, it } from "vitest";
import { createToolbox } from "../../plan/tool-spec.ts";
import { Pack } from "./pack.ts";
import { planWithPacks } from "./plan-with-packs.ts";

const string = { type: "string" };
const tools = [
  {
    name: "move_deal",
    description: "Move a deal to a stage",
    inputSchema: {
      type: "object",
      properties: { deal: string, stage: string, due: string },
      required: ["deal", "stage"],
    },
  },
  {
    name: "create_task",
    description: "Create a task",
    inputSchema: { type: "object", properties: { title: string, deal: string }, required: ["title"] },
  },
  { name: "find_deal", description: "Find a deal", inputSchema: { type: "object", properties: { name: string } } },
];

const pack = Pack.parse({
  pack: "deals",
  version: "1.0.0",
  description: "Deals.",
  languages: ["ru", "en"],
  settings: { origin: "chat" },
  tools: {
    move: { name: "move_deal", about: "Move a deal to a stage", params: { deal: "deal", stage: "stage", due: "due" } },
    task: { name: "create_task", about: "Create a task" },
    find: { name: "find_deal", about: "Find a deal" },
  },
  entities: {
    stage: {
      values: [
        { is: "won", says: ["выиграна", "won"] },
        { is: "paused", says: ["пауза", "на паузе", "on hold"] },
      ],
    },
  },
  slots: {
    deal: { type: "text", form: "nominative" },
    due: { type: "date", after: ["до", "by"] },
    title: { type: "text", long: true },
    day: { type: "date", after: ["on", "в"] },
    hour: { type: "time", after: ["at", "в"] },
    room: { type: "text", after: ["в"], context: "room", many: true },
  },
  lists: {
    start: [
      { key: "a", title: "Бриф" },
      { key: "b", title: "Доступы" },
    ],
  },
  intents: [
    {
      id: "move",
      phrases: ["(переведи|move) [(сделка|deal)] {deal} {stage}"],
      also: ["due"],
      unless: ["не"],
      steps: [
        {
          tool: "move",
          args: { deal: "{deal}", stage: "{stage}", due: "{due.date}" },
          scope: "move:{deal}:{stage}",
          preview: "{deal} → {stage}",
        },
      ],
    },
    {
      id: "task",
      phrases: ["(создай|create) (задача|task) {title}"],
      also: ["due"],
      steps: [{ tool: "task", args: { title: "{title}" } }],
    },
    {
      id: "start",
      phrases: ["начни {deal}"],
      steps: [
        { id: "deal", tool: "find", args: { name: "{deal}" } },
        { tool: "task", each: "start", after: ["deal"], args: { title: "{deal}: {item.title}", deal: "{{deal.id}}" } },
      ],
    },
    {
      id: "meet",
      phrases: ["(book|запиши) {deal} {day} {hour}"],
      steps: [{ tool: "move", args: { deal: "{deal}", stage: "{hour}", due: "{day}" } }],
    },
    { id: "staged", phrases: ["(who|кто) [is] {stage}"], steps: [{ tool: "find", args: { name: "{stage}" } }] },
    { id: "rooms", phrases: ["проверь {room}"], steps: [{ tool: "find", args: { name: "{room}" } }] },
  ],
});

function plan(
  goal: string,
  options: { history?: { role: "system"; content: string }[]; names?: (name: string) => string } = {},
) {
  const named = tools.map((tool) => ({ ...tool, name: options.names?.(tool.name) ?? tool.name }));
  const toolbox = [...createToolbox(named).values()];
  return planWithPacks(
    {
      goal,
      toolbox,
      now: "2026-03-11T10:00:00Z",
      zone: "UTC",
      ...(options.history ? { history: options.history } : {}),
    },
    [pack],
  );
}

function calls(goal: string, options: Parameters<typeof plan>[1] = {}) {
  const outcome = plan(goal, options);
  return outcome.kind === "plan" ? outcome.calls.map(({ tool, args }) => [tool, args]) : outcome.kind;
}

describe("planWithPacks", () => {
  it.each([
    ["Переведи сделку Ромашка на паузу", { deal: "Ромашка", stage: "paused" }],
    ["на паузу сделку Ромашка переведи", { deal: "Ромашка", stage: "paused" }],
    ["move deal Acme on hold by Friday", { deal: "Acme", stage: "paused", due: "2026-03-13" }],
    ["перевди сделку Ромашка на паузу", { deal: "Ромашка", stage: "paused" }],
    ['Переведи сделку "Два слова" в won', { deal: "Два слова", stage: "won" }],
    ["переведи Москву на паузу", { deal: "Москва", stage: "paused" }],
    ["perevedi sdelku Romashka na pauzu", { deal: "Romashka", stage: "paused" }],
  ])("%s", (goal, args) => {
    expect(calls(goal)).toEqual([["move_deal", args]]);
  });

  it("asks for what a named request lacks, with the choices of the pack", () => {
    expect(plan("переведи сделку Ромашка")).toMatchObject({
      kind: "clarify",
      missing: [{ tool: "move_deal", param: "stage", choices: ["won", "paused"], why: "absent" }],
    });
  });

  it.each(["who are you?", "who is this?", "кто ты?"])("asks nothing where only a question word fits: %s", (goal) => {
    expect(plan(goal)).toMatchObject({ kind: "none" });
  });

  it.each([
    ["book Ann on 20 November 2026 at 14:30", { deal: "Ann", stage: "14:30", due: "2026-11-20" }],
    ["запиши Анну в 14:30 20 ноября 2026", { deal: "Анна", stage: "14:30", due: "2026-11-20" }],
  ])("fills a date slot and a time slot from one expression: %s", (goal, args) => {
    expect(plan(goal)).toMatchObject({ kind: "plan", calls: [{ tool: "move_deal", args }] });
  });

  it("asks for the day where only an hour was given", () => {
    expect(plan("book Ann at 14:30")).toMatchObject({ kind: "clarify", missing: [{ param: "due" }] });
  });

  it("keeps text around a value that was cut out of it", () => {
    expect(calls("Создай задачу: отправить до пятницы договор, потом позвонить")).toEqual([
      ["create_task", { title: "отправить договор, потом позвонить" }],
    ]);
  });

  it("unfolds a template, with references to its own steps", () => {
    expect(plan("начни Ромашка")).toMatchObject({
      calls: [
        { id: "s1", tool: "find_deal", args: { name: "Ромашка" }, dependsOn: [] },
        { id: "s2", args: { title: "Ромашка: Бриф", deal: "{{s1.id}}" }, dependsOn: ["s1"] },
        { id: "s3", args: { title: "Ромашка: Доступы", deal: "{{s1.id}}" }, dependsOn: ["s1"] },
      ],
    });
  });

  it("plans several requests in one sentence", () => {
    expect(calls("переведи сделку Ромашка на паузу и создай задачу: позвонить")).toEqual([
      ["move_deal", { deal: "Ромашка", stage: "paused" }],
      ["create_task", { title: "позвонить" }],
    ]);
  });

  it("makes one call for each member of a coordination", () => {
    expect(calls("проверь в зале, в спальне и в холле")).toEqual([
      ["find_deal", { name: "зале" }],
      ["find_deal", { name: "спальне" }],
      ["find_deal", { name: "холле" }],
    ]);
  });

  it("takes what nobody said from the context", () => {
    const history = [{ role: "system" as const, content: '{"room":"Кухня"}' }];
    expect(calls("проверь", { history })).toEqual([["find_deal", { name: "Кухня" }]]);
    expect(calls("проверь в зале", { history })).toEqual([["find_deal", { name: "зале" }]]);
  });

  it("finds tools again whose names have drifted", () => {
    const names = (name: string) => name.split("_").toReversed().join("-");
    expect(calls("Переведи сделку Ромашка на паузу", { names })).toEqual([
      ["deal-move", { deal: "Ромашка", stage: "paused" }],
    ]);
  });

  it("carries scope, preview and the words that led there", () => {
    const outcome = plan("Переведи сделку Ромашка на паузу");
    expect(outcome).toMatchObject({ calls: [{ scope: "move:Ромашка:paused", preview: "Ромашка → paused" }] });
    expect(outcome.reasons.map(({ words, param }) => [words, param])).toEqual([
      ["Переведи", undefined],
      ["сделку", undefined],
      ["на паузу", "stage"],
      ["Ромашка", "deal"],
    ]);
  });

  it("leaves a request that a word rules out, and one it does not know, to the grammar", () => {
    expect(calls("не переведи сделку Ромашка на паузу")).not.toEqual([
      ["move_deal", { deal: "Ромашка", stage: "paused" }],
    ]);
    expect(plan("сколько ног у паука")).toMatchObject({ kind: "none" });
  });

  it("does not hear a value or a verb behind a negation", () => {
    expect(calls("переведи сделку Ромашка не на паузу, а в won")).toEqual([
      ["move_deal", { deal: "Ромашка", stage: "won" }],
    ]);
    expect(calls("сегодня не создавай задачу позвонить")).not.toContainEqual(["create_task", { title: "позвонить" }]);
  });

  it("passes over sentences that ask for nothing, and takes no name from them", () => {
    expect(calls("Вчера звонил Орион. Переведи сделку Ромашка на паузу!")).toEqual([
      ["move_deal", { deal: "Ромашка", stage: "paused" }],
    ]);
  });

  it("means once what was said twice", () => {
    expect(calls("переведи сделку Ромашка на паузу. переведи сделку Ромашка на паузу.")).toEqual([
      ["move_deal", { deal: "Ромашка", stage: "paused" }],
    ]);
  });

  it.each([
    "переведи сделку ".repeat(5_000),
    "а".repeat(1_000_000),
    "не ".repeat(9_000),
    "😀".repeat(20_000),
    "",
    "?!",
  ])("answers whatever it is given", (goal) => {
    expect(["plan", "clarify", "none"]).toContain(plan(goal).kind);
  });

  it("never takes on for off: known words are not misspellings", () => {
    const home = Pack.parse({
      pack: "home",
      version: "1.0.0",
      description: "Home.",
      languages: ["ru"],
      tools: { off: { name: "find_deal" } },
      slots: { deal: { type: "text" } },
      intents: [{ id: "off", phrases: ["выключи {deal}"], steps: [{ tool: "off", args: { name: "{deal}" } }] }],
    });
    const toolbox = [...createToolbox(tools).values()];
    const outcome = planWithPacks({ goal: "включи лампу", toolbox, now: "2026-03-11T10:00:00Z", zone: "UTC" }, [home]);
    expect(outcome).not.toMatchObject({ kind: "plan", calls: [{ tool: "find_deal" }] });
  });
});
