import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudio, type Studio } from "./studio.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const romashka = "переведи Ромашку в брифинг";
const three = "переведи Ромашку, Мирту и Вектор на паузу";
const tasks = "создай задачи: логотип, сайт и буклет";

describe("a message after a change", () => {
  it.each<[string, string, string[]]>([
    [romashka, "её на паузу", ["«Ромашка»: стадия Переговоры → На паузе"]],
    [romashka, "не Ромашку, а Мирту", ["«Мирта: промо-сайт»: стадия Новый лид → Брифинг"]],
    [romashka, "и Мирту", ["«Ромашка»", "«Мирта: промо-сайт»: стадия Новый лид → Брифинг"]],
    [three, "кроме Мирты", ["«Ромашка»", "«Вектор: редизайн кабинета»"]],
    [three, "только Мирту", ["«Мирта: промо-сайт»"]],
    [tasks, "без второй", ["логотип", "буклет"]],
    [tasks, "только первую", ["логотип"]],
    ["создай задачу Логотип", "на Илью и до вторника", ["Логотип, исполнитель Илья Смирнов, срок 2026-11-17"]],
    ["move Lakeside to briefing", "make it paused", ["«Lakeside brand refresh»: stage Proposal sent → Paused"]],
    ["assign STU-3 to Tom", "Maria, not Tom", ["assignee Дарья Волкова → Мария Козлова"]],
    ["move Lakeside to briefing", "sorry, I meant negotiation", ["stage Proposal sent → Negotiation"]],
    ["сумма Мирты 2 млн", "нет, 1,8", ["сумма 550 000 → 1 800 000"]],
    ["move Lakeside to briefing", "also give it to Maria", ["Briefing; owner Tom Reed → Мария Козлова"]],
    ["STU-3 готова", "и напиши там: ура, всё", ["статус К выполнению → Готово", "Комментарий к «Гайдлайн»: ура, всё"]],
    [
      "note on Lakeside: call back on March 3",
      "make it March 5",
      ["Note on Lakeside brand refresh: call back on March 5"],
    ],
    ["заметка к Мирте: ждут макет", "добавь что нужен логотип", ["«Мирта: промо-сайт»: ждут макет, нужен логотип"]],
    ["create a task Proofread", "due Friday at 3pm", ["description 15:00, deadline 2026-11-20"]],
    ["move Lakeside to briefing", "and Ромашка too", ["«Lakeside brand refresh»", "«Ромашка»"]],
    [three, "Вектор не надо", ["«Ромашка»", "«Мирта: промо-сайт»"]],
    ["move Lakeside and Ромашка to paused", "not Lakeside", ["«Ромашка»"]],
    ["move Lakeside and Ромашка to paused", "no, leave Lakeside alone", ["«Ромашка»"]],
    ["move Lakeside and Ромашка to paused", "don't touch Lakeside", ["«Ромашка»"]],
    ["все сделки Дарьи на паузу", "кроме новых лидов", ["«Север: вывески Арбат»", "«Север: вывески Таганка»"]],
    ["move all overdue tasks to Friday", "only the urgent ones", ["«Вёрстка меню»", "«Форма заявки не отправляется»"]],
    ["удали дату закрытия Мирты", "стоп, не удаляй, поставь 1 марта", ["дата закрытия 2026-12-21 → 2027-03-01"]],
    ["create a task Check the fonts", "priority low, maria, by friday", ["priority low, assignee Мария Козлова"]],
    ["задача Илье проверить шрифты", "лучше Даше, приоритет низкий", ["исполнитель Дарья Волкова, приоритет низкий"]],
    ["закрытие Мирты на 3 декабря", "нет, на восьмое", ["2026-12-08"]],
    ["смени приоритет STU-2", "на низкий", ["приоритет средний → низкий"]],
    ["give Anna's briefing deal to Tom", "and the same for Dasha's new lead", ["Tom Reed", "«Север: фотосессия»"]],
    ["move all overdue tasks to Friday", "don't touch the high priority ones", ["«Вёрстка меню»", "«Форма заявки"]],
    ["все сделки Дарьи Илье", "замороженные не трогай", ["фотосессия", "Арбат", "Таганка"]],
    ["move STU-3 to Friday", "no, put it back, give it to Tom", ["assignee Дарья Волкова → Tom Reed"]],
    ["show Ilya's deals", "the third to Maria", ["«Луч: каталог продукции»: owner Илья Смирнов → Мария Козлова"]],
    ["set up a meeting with Jane Cooper tomorrow at 9", "45 minutes", ["start 2026-11-17 09:00, end 2026-11-17 09:45"]],
    ["assign DEV-2 to Tom", "also DEV-3", ["«Ускорить главную", "«Перенести сайт"]],
    [romashka, "то же самое для Вектора", ["«Ромашка»", "«Вектор: редизайн кабинета»: стадия Квалификация → Брифинг"]],
    ["закрой STU-3", "да, но отдай Марии", ["статус К выполнению → Готово; исполнитель Дарья Волкова → Мария Козлова"]],
    ["move Lakeside to won", "set the amount to 500k", ["stage Proposal sent → Won; amount 480,000 → 500,000"]],
    ["закрой STU-3", "нет, просто отдай Марии", ["«Гайдлайн»: исполнитель Дарья Волкова → Мария Козлова"]],
    ["Ромашку и Вектор на паузу", "нет, Вектор в брифинг", ["«Ромашка»: стадия Переговоры → На паузе", "→ Брифинг"]],
    [
      "move Lakeside to won and Acme website to paused",
      "Acme to briefing instead",
      ["→ Won", "Negotiation → Briefing"],
    ],
    ["ромашку в брифинг", "ромашку на паузу", ["«Ромашка»: стадия Переговоры → На паузе"]],
    [tasks, "третью на Илью", ["логотип", "сайт", "буклет, исполнитель Илья Смирнов"]],
    ["create tasks: logo, site, leaflet", "make the last one urgent", ["logo", "site", "leaflet, priority urgent"]],
    ["move STU-2 and STU-3 to Monday", "the second to Tom", ["«Паттерны", "2026-11-23; assignee Дарья Волкова → Tom"]],
    ["перенеси STU-2 на понедельник", "на два дня позже", ["срок 2026-11-20 → 2026-11-25"]],
    ["move STU-2 to Monday", "a day earlier", ["deadline 2026-11-20 → 2026-11-22"]],
    ["сдвинь STU-2 на неделю", "ещё на день позже", ["срок 2026-11-20 → 2026-11-28"]],
    ["создай задачу Буклет", "и срок до пятницы", ["Буклет, срок 2026-11-20"]],
    ["give STU-6 to Tom and comment on it: agreed", "without the comment", ["Анна Петрова → Tom Reed"]],
    ["STU-3 готова, и напиши там: ура", "без комментария", ["статус К выполнению → Готово"]],
    ["move Lakeside to won and note on it: signed", "drop the note", ["stage Proposal sent → Won"]],
    ["STU-3 Илье и срок на пятницу", "срок оставь как был", ["исполнитель Дарья Волкова → Илья Смирнов"]],
    ["move Lakeside to won and give it to Anna", "don't change the owner", ["stage Proposal sent → Won"]],
    ["move Lakeside to briefing", "leave the stage, just make Anna the owner", ["owner Tom Reed → Анна Петрова"]],
    [romashka, "нет, оставь стадию, просто отдай Тому", ["ответственный Анна Петрова → Tom Reed"]],
    [
      "задача Илье проверить шрифты до среды",
      "без исполнителя, приоритет высокий",
      ["срок 2026-11-18, приоритет высокий"],
    ],
    ["create a task Flyers for Dasha by Friday", "no deadline, and give it to Tom", ["Flyers, assignee Tom Reed"]],
    [
      "задача Илье проверить шрифты до среды",
      "нет, не Илье: Даше",
      ["шрифты, исполнитель Дарья Волкова, срок 2026-11-18"],
    ],
    ["закрытие Мирты на 10 декабря", "не декабря, января", ["2027-01-10"]],
    ["закрытие Мирты на 31 марта", "нет, апреля", ["2027-04-30"]],
    ["запланируй звонок с Орловой завтра в 15", "не, она может только с 16:30", ["начало 2026-11-17 16:30"]],
    ["set up a meeting with Jane Cooper on Friday at 9", "10:30 works better for her", ["start 2026-11-20 10:30"]],
    ["set up a meeting with Jane Cooper on Friday at 9", "make it Thursday", ["start 2026-11-19 09:00"]],
    ["добавь контакт Лев Харт из Вектора", "title is procurement lead", ["procurement lead"]],
    ["добавь компанию Полюс", "сфера: туризм и отдых", ["Полюс, отрасль туризм и отдых"]],
    ["create a task Flyers for Dasha", "rename it to Posters", ["Posters, assignee Дарья Волкова"]],
    [
      "сделки в переговорах",
      "первую Илье, остальные Тому",
      ["«Ромашка»: ответственный Анна", "упаковка»: ответственный Мария"],
    ],
    ["какие задачи у Даши", "первую закрой, вторую Марии", ["«Гайдлайн»: статус", "«Вёрстка меню»: исполнитель Дарья"]],
    ["есть заметки по Ромашке?", "допиши: договор у юристов", ["Заметка к «Ромашка»: договор у юристов"]],
    [
      "what's in the notes on the Acme website deal?",
      "add one: they want a blog",
      ["Note on Acme website: they want a blog"],
    ],
    ["Acme to paused", "both deals", ["«Acme website»", "«Acme product catalogue»"]],
    ["передай вывески Анне", "только таганская", ["«Север: вывески Таганка»"]],
    ["передай вывески Анне", "первые две", ["Арбат", "Таганка"]],
    ["передай вывески Анне", "первая и третья", ["Арбат", "Пулково"]],
  ])("changes it: %s / %s", async (before, text, expected) => {
    const { actions, inputs, needs_clarification: questions } = await studio.plan(text, { before });
    expect(actions).toHaveLength(expected.length);
    for (const [at, part] of expected.entries()) expect(actions[at]?.preview).toContain(part);
    expect(inputs.raw_text).toBe(`${before}\n${text}`);
    expect(questions).toEqual([]);
  });

  it.each([
    [romashka, "Мирту на паузу", "«Мирта: промо-сайт»: стадия Новый лид → На паузе"],
    ["move Lakeside to briefing", "create a task Logo", "new task: Logo"],
  ])("is a request of its own where it is whole: %s / %s", async (before, text, preview) => {
    const { actions, inputs } = await studio.plan(text, { before });
    expect(actions.map((action) => action.preview)).toEqual([expect.stringContaining(preview)]);
    expect(inputs.raw_text).toBe(text);
  });

  it("with a number and no field is asked about after a note", async () => {
    const before = "заметка к Ромашке: нужна скидка 5 процентов";
    const plan = await studio.plan("поменяй на 7", { before });
    expect(plan.actions).toEqual([]);
    expect(plan.needs_clarification.map(({ id }) => id)).toEqual(["which"]);
  });

  it.each([
    ["move Lakeside to briefing", "not to briefing"],
    ["create a task Logo", "not urgent"],
    ["передай вывески Анне", "одну"],
    ["подними Мирту до 600 тысяч", "сумму не трогай"],
  ])("proposes no value that is ruled out, and no record that was not chosen: %s / %s", async (before, text) => {
    const { actions } = await studio.plan(text, { before });
    expect(actions).toEqual([]);
  });

  it.each([
    ["сколько сделок в брифинге?", "а на сколько в долларах?", "600 000 USD"],
    ["which tasks does Tom have", "only overdue", "Newsletter for November clients"],
    ["какие задачи у Ильи", "а просроченные?", "Форма заявки не отправляется"],
  ])("asks about the records of the question before: %s / %s", async (before, text, said) => {
    const { actions, summary } = await studio.plan(text, { before });
    expect(actions.every(({ read_only: reads }) => reads)).toBe(true);
    expect(summary).toContain(said);
  });

  it("about one of the records that nobody understands proposes nothing", async () => {
    const { actions } = await studio.plan("Lakeside stays", { before: "move Ромашка and Lakeside to paused" });
    expect(actions).toEqual([]);
  });

  it("that nobody understands proposes nothing", async () => {
    const { actions, needs_clarification: questions } = await studio.plan("какая погода", { before: romashka });
    expect(actions).toEqual([]);
    expect(questions.map(({ id }) => id)).toEqual(["rephrase"]);
  });
});

describe("a message after a change that was carried out", () => {
  it.each<[string, string, string[]]>([
    ["note on Lakeside: call them back", "and the same on Northwind", ["Note on Northwind storefront: call them back"]],
    ["комментарий к DEV-1: ждём ответа", "и к DEV-2 тоже", ["Комментарий к «Ускорить главную страницу»"]],
    ["сдвинь STU-2 на неделю", "и приоритет высокий", ["«Паттерны и носители»: приоритет средний → высокий"]],
    [romashka, "и Мирту", ["«Мирта: промо-сайт»: стадия Новый лид → Брифинг"]],
    [romashka, "и сумму 2 млн", ["«Ромашка»: сумма 1 450 000 → 2 000 000"]],
    ["создай задачу Гайдлайн", "отдай её Тому", ["«Гайдлайн»: исполнитель Дарья Волкова → Tom Reed"]],
  ])("asks for nothing a second time: %s / %s", async (before, text, expected) => {
    const { actions } = await studio.plan(text, { before, done: 1 });
    expect(actions.map(({ preview }) => preview)).toEqual(expected.map((part) => expect.stringContaining(part)));
  });

  it.each([
    ["сдвинь STU-2 на неделю", "нет, на две недели"],
    [tasks, "без второй"],
    ["note on Lakeside: call them back", "drop that"],
  ])("takes nothing back that only an undo could, and shifts nothing twice: %s / %s", async (before, text) => {
    const { actions } = await studio.plan(text, { before, done: 1 });
    expect(actions).toEqual([]);
  });
});

describe("while a new record is only asked for", () => {
  it("means that one by a pronoun, not an older record of the same name", async () => {
    const before = "какие задачи у Дарьи?\nсоздай задачу Гайдлайн";
    const plan = await studio.plan("отдай её Тому", { before, answers: { "exists:Гайдлайн": "yes" } });
    expect(plan.actions.map(({ preview }) => preview)).toEqual(["создать: задача: Гайдлайн, исполнитель Tom Reed"]);
  });
});

describe("a message after a list to pick from", () => {
  it.each([
    ["вывески", 3],
    ["вывески на Таганке", 1],
    ["последнюю", 1],
  ])("narrows it: %s", async (text, left) => {
    const { entities } = await studio.plan(text, { before: "север на паузу" });
    expect(entities[0]?.candidates).toHaveLength(left);
  });

  it.each<[string, string, string[]]>([
    ["move the Acme deal to paused", "the catalogue", ["«Acme product catalogue»"]],
    ["север на паузу", "меню и упаковка", ["«Север: меню»", "«Север: упаковка»"]],
    ["поменяй телефон сергею на +7 495 000 11 22", "тот что из ромашки", ["«Сергей Иванов»"]],
  ])("takes those that its words name: %s / %s", async (before, text, names) => {
    const { actions } = await studio.plan(text, { before });
    expect(actions.map(({ preview }) => preview)).toEqual(names.map((name) => expect.stringContaining(name)));
  });

  it("takes all of it where that is said", async () => {
    const { actions } = await studio.plan("все", { before: "север на паузу" });
    expect(actions).toHaveLength(9);
  });
});

describe("a message after a question", () => {
  it.each([
    ["какие сделки в переговорах?", "а на паузе?", "Луч: каталог продукции"],
    ["задачи Ильи", "а Марии?", "Логотип: три варианта"],
    ["срочные задачи Ильи", "а у Тома?", "приоритет срочный"],
  ])("asks the same about others: %s / %s", async (before, text, found) => {
    const { intent, summary } = await studio.plan(text, { before });
    expect(intent).toBe("query");
    expect(summary).toContain(found);
  });

  it("is asked about where it could be a change or a question", async () => {
    const plan = await studio.plan("на паузу", { before: "что по сделке Ромашка?" });
    expect(plan.actions).toEqual([]);
    expect(plan.needs_clarification.map(({ id }) => id)).toEqual(["which"]);
  });

  it("with a singular pronoun asks which of several is meant", async () => {
    const { actions, entities } = await studio.plan("закрой её", { before: "задачи Дарьи" });
    expect(actions).toEqual([]);
    expect(entities[0]?.candidates.length).toBeGreaterThan(1);
  });

  it("counts in the list that was shown, also after a choice from it", async () => {
    const before = "сделки Дарьи в КП\nпервую отдай Анне";
    const { actions } = await studio.plan("нет, вторую", { before });
    expect(actions.map(({ preview }) => preview)).toEqual([expect.stringContaining("Таганка")]);
  });

  it("means the one that was shown where it only has its noun", async () => {
    const { actions } = await studio.plan("перенеси задачу на пятницу", { before: "что с STU-3?" });
    expect(actions.map(({ preview }) => preview)).toEqual([expect.stringContaining("«Гайдлайн»: срок")]);
  });

  it("changes what was asked about if it names it", async () => {
    const { actions } = await studio.plan("переведи её на паузу", { before: "что по сделке Ромашка?" });
    expect(actions.map(({ preview }) => preview)).toEqual([expect.stringContaining("Переговоры → На паузе")]);
  });
});
