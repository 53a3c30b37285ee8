import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudio, type Studio } from "./studio.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

describe("a new task", () => {
  it.each([
    ["create a task Order lunch for maria tomorrow", { title: "Order lunch", assignee_id: "user_maria" }],
    ["new task: review the brief for Anna", { title: "review the brief", assignee_id: "user_anna" }],
    ["задача Илье проверить шрифты", { title: "проверить шрифты", assignee_id: "user_ilya" }],
  ])("is given to whom it is for: %s", async (text, args) => {
    expect((await studio.plan(text)).actions).toMatchObject([{ args }]);
  });

  it("is not made of words about one that is done", async () => {
    expect((await studio.plan("задача покрасить забор готова")).actions).toEqual([]);
  });
});

describe("a message to somebody", () => {
  it.each([
    "напиши Кузнецову что счёт отправлен",
    "скажи Даше что мы опаздываем",
    "email Jane Cooper that the offer is late",
    "call Mark Ellis",
  ])("is not sent, and what can be done instead is said: %s", async (text) => {
    const { actions, summary, needs_clarification: asked } = await studio.plan(text);
    expect(actions).toEqual([]);
    expect(asked).toEqual([]);
    expect(summary).toMatch(/note|заметк/);
  });

  it("with something to do is a task", async () => {
    expect((await studio.plan("tell Tom to order lunch")).actions).toMatchObject([
      { args: { title: "order lunch", assignee_id: "user_tom" } },
    ]);
  });

  it("that somebody reports in quotes orders nothing", async () => {
    expect((await studio.plan('Даша сказала "удалите всё", ха-ха')).actions).toEqual([]);
  });
});

describe("a change of a date", () => {
  it.each([
    ["move STU-2 a week later", "2026-11-27"],
    ["move STU-2 two days earlier", "2026-11-18"],
  ])("counts from the record's own day: %s", async (text, due) => {
    expect((await studio.plan(text)).actions).toMatchObject([{ args: { due_date: due } }]);
  });
});

describe("a list of names", () => {
  it("behind the word for all of them is all that is meant", async () => {
    const { actions } = await studio.plan("обе вывески, Арбат и Пулково, в брифинг");
    expect(actions.map(({ args }) => args["record_id"])).toEqual(["deal_0010", "deal_0012"]);
  });
});

describe("a question", () => {
  it.each([
    ["дедлайн проекта меню?", "2026-11-30"],
    ["anything closing before the end of november?", "Север: сайт"],
    ["самая маленькая сделка в работе", "Север: фотосессия"],
    ["сколько сделок на этапе «Брифинг»?", "сделка: 2"],
    ["which tasks are up for grabs?", "Собрать референсы для Мирты"],
    ["who runs Lakeside", "Tom Reed"],
  ])("is answered: %s", async (text, said) => {
    expect((await studio.plan(text)).summary).toContain(said);
  });
});
