import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ActionPlan } from "../../src/contracts/actions/plan.ts";
import { parseActionPlan } from "../../src/contracts/actions/plan.ts";
import { openStudio, type Studio } from "./studio.ts";

// One deal "Ромашка", two of "Альфа", ten of "Север", "Луч" on hold.
let studio: Studio;

beforeAll(async () => {
  studio = await openStudio();
});

afterAll(() => studio.close());

function plan(text: string, more: object = {}): Promise<ActionPlan> {
  return studio.plan(text, more);
}

describe("the contract's own requests", () => {
  it("moves a deal: one write, by id, with the contract's scope", async () => {
    const made = await plan("Переведи сделку Ромашка в paused");
    expect(made).toMatchObject({ intent: "mutate", domain: "attio", language: "ru", risks: [] });
    expect(made.actions).toMatchObject([
      {
        toolkit: "attio",
        tool_slug: "ATTIO_UPDATE_RECORD",
        args: { record_id: "deal_0001", values: { stage: "paused" } },
        read_only: false,
        idempotency_scope: "attio:update_deal_stage:deal_0001:paused",
      },
    ]);
    expect(made.entities).toMatchObject([{ kind: "deal", query: "Ромашка", selected_id: "deal_0001" }]);
    expect(parseActionPlan(made).ok).toBe(true);
  });

  it("moves a won deal and makes the twelve tasks of its kickoff, each with its own scope", async () => {
    const made = await plan("Сделка Ромашка выиграна, создай kickoff");
    expect(made.domain).toBe("mixed");
    expect(made.actions).toHaveLength(13);
    expect(made.actions[1]?.idempotency_scope).toBe("linear:create_issue:deal_0001:kickoff_access");
    expect(new Set(made.actions.map(({ idempotency_scope: scope }) => scope)).size).toBe(13);
    expect(made.risks.map(({ kind }) => kind)).toEqual(["bulk"]);
  });

  it("asks before it creates a second record of the same name", async () => {
    const [text, title] = ["Создай задачу «Гайдлайн»", "Гайдлайн"];
    const asked = await plan(text);
    expect(asked.actions).toEqual([]);
    expect(asked.needs_clarification).toMatchObject([
      { id: `exists:${title}`, choices: [{ label: "Создать ещё", value: "yes" }] },
    ]);
    const made = await plan(text, { answers: { [`exists:${title}`]: "yes" } });
    expect(made.actions).toMatchObject([{ tool_slug: "LINEAR_CREATE_LINEAR_ISSUE", args: { title } }]);
  });

  it("makes a task with an absolute date", async () => {
    const { actions, summary } = await plan("Сделай задачу: подготовить КП для Ромашки до пятницы");
    expect(actions).toMatchObject([{ args: { title: "подготовить КП для Ромашки", due_date: "2026-11-20" } }]);
    expect(summary).toContain("2026-11-20");
  });

  it.each(["pipeline", "что по клиенту Ромашка?", "какие сделки на паузе?"])("%s only reads", async (text) => {
    const { intent, actions } = await plan(text);
    expect(intent).toBe("query");
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.every((action) => action.read_only)).toBe(true);
  });

  it.each([
    ["create a task Send the invoice due Friday", "Send the invoice"],
    ["create a task Send the invoice by Friday", "Send the invoice"],
    ["создай задачу Выставить счёт, срок пятница", "Выставить счёт"],
    ["создай задачу Выставить счёт до пятницы", "Выставить счёт"],
    ["создай задачу Проверить срок", "Проверить срок"],
  ])("%s: the title is %s", async (text, title) => {
    expect((await plan(text)).actions).toMatchObject([{ args: { title } }]);
  });

  it("keeps a forwarded letter whole and names the task by what it says", async () => {
    const letter = "Добрый день! Нам нужно обновить логотип на сайте. Можете до среды? Спасибо, Ольга";
    const { actions } = await plan(`Сделай задачу: ${letter}`);
    expect(actions).toMatchObject([
      { args: { title: "Нам нужно обновить логотип на сайте", description: letter, due_date: "2026-11-18" } },
    ]);
  });
});

describe("what is shown follows the language of the request", () => {
  const cyrillic = /\p{Script=Cyrillic}/u;
  const shownOf = ({ summary, actions, needs_clarification, entities, risks }: ActionPlan): string =>
    JSON.stringify([
      summary,
      actions.map(({ preview, args }) => [preview, args]),
      needs_clarification,
      entities.map(({ candidates }) => candidates.map(({ subtitle }) => subtitle)),
      risks,
    ]);

  it.each([
    "Acme website is won, create kickoff",
    "kickoff for Lakeside brand refresh",
    "move the deal",
    "move Acme to paused",
    "lost northwind",
    "move MKT-1 to next friday",
    "make MKT-2 urgent",
    "new deal Bluebird 150k",
    "add a note to deal Acme website: they start in December",
    "close all of Tom's overdue tasks",
  ])("%s: nothing Russian", async (text) => {
    expect(shownOf(await plan(text))).not.toMatch(cyrillic);
  });

  it("the same request in either language has the same scopes: who says it again in the other writes nothing twice", async () => {
    const [ru, en] = [
      await plan("создай kickoff по сделке Ромашка"),
      await plan("create kickoff Ромашка", { locale: "en" }),
    ];
    const scopes = ({ actions }: ActionPlan) => actions.map(({ idempotency_scope: scope }) => scope);
    expect(scopes(en)).toEqual(scopes(ru));
    expect(ru.actions[1]?.preview).toBe("Ромашка: Подтвердить бриф");
    expect(en.actions[1]?.preview).toBe("Ромашка: Confirm the brief");
  });

  it("a question offers the stages by their names", async () => {
    const labels = async (text: string) =>
      (await plan(text)).needs_clarification.flatMap(({ choices }) => choices.map(({ label }) => label)).slice(0, 2);
    expect([await labels("move the deal"), await labels("переведи сделку")]).toEqual([
      ["New lead", "Qualification"],
      ["Новый лид", "Квалификация"],
    ]);
  });
});

describe("several tasks in one request", () => {
  it.each<[string, object[]]>(
    [
      ["Create 3 tasks: design logo, write copy, send invoice", ["design logo", "write copy", "send invoice"]],
      ["создай задачи: логотип, тексты и счёт", ["логотип", "тексты", "счёт"]],
      ["создай задачи:\n- логотип\n- тексты, включая меню", ["логотип", "тексты, включая меню"]],
      ["создай задачу: логотип, тексты и счёт", ["логотип, тексты и счёт"]],
    ].map(([text, titles]) => [String(text), [titles].flat().map((title) => ({ args: { title } }))]),
  )("%s", async (text, actions) => {
    expect((await plan(text)).actions).toMatchObject(actions);
  });

  it("each with its own date", async () => {
    const { actions } = await plan("создай задачи: логотип до пятницы, тексты");
    expect(actions.map(({ args }) => args["due_date"])).toEqual(["2026-11-20", undefined]);
  });
});

describe("who is meant", () => {
  it.each([
    ["create a task to call Dana tomorrow and assign it to Anna", "user_anna", "call Dana"],
    ["создай задачу на Анну Петрову: подготовить КП", "user_anna", "подготовить КП"],
    ["создай задачу для Ильи: собрать меню", "user_ilya", "собрать меню"],
    ["создай задачу на Ромашку: собрать меню", undefined, "собрать меню (Ромашку)"],
    ["создай задачу подготовить отчёт для Ильи", undefined, "подготовить отчёт для Ильи"],
  ])("%s: the task is for %s", async (text, assignee, title) => {
    const { actions } = await plan(text);
    expect(actions.map(({ args }) => [args["assignee_id"], args["title"]])).toEqual([[assignee, title]]);
  });

  it("nobody is called so: asks, and makes no task", async () => {
    const made = await plan("create a task call Bob, assign to Zed");
    expect(made.actions).toEqual([]);
    expect(made.needs_clarification.length + made.entities.length).toBeGreaterThan(0);
  });

  it("a task that is not there is not changed", async () => {
    const made = await plan("перенеси срок ENG-12 на пятницу");
    expect(made.actions).toEqual([]);
    expect(made.entities).toMatchObject([{ kind: "issue", query: "ENG-12", candidates: [] }]);
  });

  it("by all the words of a name that were said", async () => {
    expect((await plan("переведи Север меню в переговоры")).entities).toMatchObject([
      { query: "Север меню", candidates: [{ name: "Север: меню" }], selected_id: "deal_0005" },
    ]);
  });

  it("a number that counts is not a task's name", async () => {
    const { actions } = await plan("напиши заметку к сделке Ромашка: клиент просит скидку 10%");
    expect(actions).toMatchObject([{ tool_slug: "ATTIO_CREATE_NOTE", args: { content: "клиент просит скидку 10%" } }]);
  });

  it("several: candidates, a risk and no action, until one is picked", async () => {
    const text = "Переведи сделку Альфа в договор";
    const made = await plan(text);
    expect(made.actions).toEqual([]);
    expect(made.entities[0]?.candidates).toHaveLength(2);
    expect(made.risks.map(({ kind }) => kind)).toEqual(["ambiguous"]);
    const id = made.entities[0]?.candidates[1]?.id ?? "";
    const { actions } = await plan(text, { picks: [{ kind: "deal", query: "Альфа", id }] });
    expect(actions).toMatchObject([{ args: { record_id: id, values: { stage: "contract_approval" } } }]);
  });

  it("none: nothing to pick from, and the question to say it another way", async () => {
    const made = await plan("Переведи сделку Зюзя в договор");
    expect(made).toMatchObject({ actions: [], entities: [{ candidates: [], confidence: 0 }] });
  });

  it("misspelt by a letter: the one record that is meant, with the spelling pointed out", async () => {
    const made = await plan("переведи сделку ромшка в paused");
    expect(made.actions).toMatchObject([{ args: { record_id: "deal_0001", values: { stage: "paused" } } }]);
    expect(made.summary).toContain("«ромшка» понято как «ромашка»");
  });

  it("inflected: the name is found by its stem", async () => {
    expect((await plan("Ромашку на паузу")).entities).toMatchObject([{ selected_id: "deal_0001" }]);
  });

  it("not said: asked for, and the answer taken", async () => {
    // A name in quotes behind its noun, and a noun alone, never change every record.
    for (const wide of ["обнови бюджет сделки «Стройка» на 90000", "поставь стадию сделки на паузу"])
      expect((await plan(wide)).actions.length, wide).toBeLessThan(2);
    const text = "переведи сделку в лид";
    const [question] = (await plan(text)).needs_clarification;
    expect(question?.id).toBe("which");
    const { actions } = await plan(text, { answers: { which: "Ромашка" } });
    expect(actions).toMatchObject([{ args: { record_id: "deal_0001", values: { stage: "new_lead" } } }]);
  });
});

describe("what is already so", () => {
  it("is not written again, and said", async () => {
    const made = await plan("Переведи сделку Луч на паузу");
    expect(made).toMatchObject({ intent: "mutate", domain: "attio", actions: [] });
    expect(made.summary).toContain("Уже так");
  });
});

describe("lists and conditions, in both languages", () => {
  it.each([
    ["Закрой все просроченные задачи", 5],
    ["Close all overdue tasks", 5],
    ["Переназначь все просроченные задачи Ильи на Марию", 1],
    ["все задачи Ильи переназначь на Анну", 3],
    ["Reassign all of Tom's overdue tasks to Анна", 1],
    ["Перенеси все просроченные задачи Дарьи на пятницу", 1],
    ["Переведи все сделки на паузе в переговоры", 2],
    ["Если у Марии нет задач в работе, переведи задачу Гайдлайн в работу", 0],
    ["Если у Марии есть задачи в работе, переведи задачу Гайдлайн в работу", 1],
    ["Сдвинь срок задачи Гайдлайн на неделю", 1],
    ["заморозь сделку Ромашка", 1],
  ])("%s: %i", async (text, count) => {
    expect((await plan(text)).actions).toHaveLength(count);
  });

  it("a way to say it does not change its scope", async () => {
    const [phrase, verb] = [await plan("Переведи сделку Ромашка в paused"), await plan("заморозь сделку Ромашка")];
    expect(verb.actions[0]?.idempotency_scope).toBe(phrase.actions[0]?.idempotency_scope);
  });
});

describe("planning", () => {
  it.each([
    "не ставь сделку Ромашка на паузу",
    "не надо ставить Ромашку на паузу",
    "please don't move the deal Ромашка to paused",
    "стоит ли ставить Ромашку на паузу?",
    "don't pause Ромашка, move it to won",
  ])("%s does nothing of what it speaks of", async (text) => {
    expect((await plan(text)).actions).toEqual([]);
  });

  it.each([
    ["удали задачу STU-5", "удалить: задача «Согласовать цены в меню»"],
    ["delete issue stu-5", "delete task «Согласовать цены в меню»"],
    ["delete STU-5", "delete task «Согласовать цены в меню»"],
  ])("%s finds the task by its short name, and says that it deletes", async (text, preview) => {
    const made = await plan(text);
    expect(made.actions).toMatchObject([{ tool_slug: "LINEAR_DELETE_LINEAR_ISSUE", preview, read_only: false }]);
    expect(made.risks).toMatchObject([{ kind: "destructive" }]);
  });

  it("assigns a task by its short name alone", async () => {
    const { actions } = await plan("assign STU-4 to Tom");
    expect(actions).toMatchObject([{ args: { issue_id: "iss_0004", assignee_id: "user_tom" } }]);
  });

  it("says which words it did not understand, and what can be said", async () => {
    const made = await plan("закрой фиолетовые задачи");
    expect(made.actions).toEqual([]);
    expect(made.needs_clarification[0]?.question).toMatch(/«фиолетовые».*например/);
  });

  it("has called nothing but reads", () => {
    const { called, toolbox } = studio;
    expect(called.length).toBeGreaterThan(10);
    expect(called.filter((id) => toolbox.verbs.describe(id, "demo")?.effect !== "read")).toEqual([]);
  });

  it("gives the same bytes for the same words and answers", async () => {
    const text = "Сделка Ромашка выиграна, создай kickoff";
    expect(JSON.stringify(await plan(text))).toBe(JSON.stringify(await plan(text)));
  });
});

describe("a record that must not be touched", () => {
  it.each([
    "Don't touch Луч, but move Ромашка to won",
    "Move Ромашка to won, but don't touch Луч",
    "Луч не трогай, а Ромашку переведи в won",
    "Ромашку переведи в won, а Луч не трогай",
  ])("is left alone without a question: %s", async (text) => {
    const { actions, needs_clarification: asked } = await plan(text);
    expect(actions).toMatchObject([{ args: { record_id: "deal_0001", values: { stage: "won" } } }]);
    expect(asked).toEqual([]);
  });

  it.each(["Move Ромашка to won, but don't touch Ромашка", "Ромашку переведи в won, Ромашку не трогай"])(
    "is asked about where the plan would touch it: %s",
    async (text) => {
      const { actions, needs_clarification: asked } = await plan(text);
      expect(actions).toEqual([]);
      expect(asked).toMatchObject([{ id: "withheld" }]);
    },
  );
});

describe("a reminder", () => {
  it.each([
    ["remind me tomorrow at 11 to water the ficus", "water the ficus", "2026-11-17", "11:00"],
    ["remind me to water the ficus tomorrow at 11", "water the ficus", "2026-11-17", "11:00"],
    ["напомни полить фикус завтра в 11", "полить фикус", "2026-11-17", "11:00"],
    ["remind me on Friday to water the ficus", "water the ficus", "2026-11-20", undefined],
    ["напомни мне завтра полить фикус", "полить фикус", "2026-11-17", undefined],
    ["напомни мне завтра в 11:30 полить фикус", "полить фикус", "2026-11-17", "11:30"],
    ["напомни мне завтра в 11 позвонить в банк", "позвонить в банк", "2026-11-17", "11:00"],
  ])("is named by what to do, and keeps the hour: %s", async (text, title, due, hour) => {
    const { actions } = await plan(text);
    expect(actions).toHaveLength(1);
    expect(actions[0]?.args).toEqual({
      team_id: "team_studio",
      title,
      due_date: due,
      ...(hour !== undefined && { description: hour }),
    });
  });
});

describe("a new deal with a client", () => {
  it.each([
    ["создай сделку с Пенкой на 250 тысяч", { name: "Пенка", value: 250_000 }],
    ["заведи сделку для ООО «Дельта» на 200к", { name: "ООО «Дельта»", value: 200_000 }],
    ["new deal with Harbour Bikes for 30k", { name: "Harbour Bikes", value: 30_000 }],
    [
      "создай сделку с компанией Ромашка на 90 тысяч",
      { name: "компания Ромашка", value: 90_000, company_id: "comp_romashka" },
    ],
  ])("goes by the client's name, without the preposition: %s", async (text, values) => {
    const { actions } = await plan(text);
    expect(actions).toMatchObject([{ args: { values: { ...values, stage: "new_lead" } } }]);
  });
});

describe("an empty answer", () => {
  it.each([
    ["which deals did we win last month", "close date from 2026-10-01 to 2026-10-31"],
    ["какие сделки мы выиграли в прошлом месяце", "дата закрытия с 2026-10-01 по 2026-10-31"],
  ])("says which days were looked at: %s", async (text, window) => {
    expect((await plan(text)).summary).toContain(window);
  });
});
