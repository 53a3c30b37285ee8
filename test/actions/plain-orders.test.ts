import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudio, type Studio } from "./studio.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const classes: Record<string, [text: string, previews: string[]][]> = {
  "a value in quotes or by its label, behind a verb that sets it": [
    ['set Lakeside to "won"', ["stage Proposal sent → Won"]],
    ["поставь Вектору «проиграно»", ["стадия Квалификация → Проиграно"]],
    ["rename STU-7 to 'Done'", ["name Собрать референсы для Мирты → Done"]],
    ["drop STU-1 to medium and hand it to Dasha", ["priority high → medium; assignee Мария Козлова → Дарья Волкова"]],
    ["lower DEV-3 priority to low", ["priority medium → low"]],
    ["понизь STU-1 до среднего", ["приоритет высокий → средний"]],
    ["lower Lakeside to 400k", ["amount 480,000 → 400,000"]],
  ],
  "somebody who is put on a record": [
    ["can you put Dasha on STU-6 instead of Anna", ["Анна Петрова → Дарья Волкова"]],
    ["swap Tom for Ilya on MKT-1", ["Tom Reed → Илья Смирнов"]],
    ["замени Машу на Илью в STU-2", ["Мария Козлова → Илья Смирнов"]],
    ["посади Илью на STU-7", ["исполнитель — → Илья Смирнов"]],
  ],
  "a verb whose end stands behind its object": [["bring STU-2 forward two days", ["2026-11-20 → 2026-11-18"]]],
  "what was agreed, and where a day went": [
    ["с Вектором сторговались на 1,7 млн", ["1 900 000 → 1 700 000"]],
    ["фотосессия подорожала до 140 тысяч", ["120 000 → 140 000"]],
    ["we agreed on 520k for Lakeside", ["480,000 → 520,000"]],
    ["закрытие Вектора уехало на 15 декабря", ["2027-01-05 → 2026-12-15"]],
    ["Lakeside's closing slips to January 10", ["2026-12-08 → 2027-01-10"]],
  ],
  "news about somebody or a record, and an order about theirs": [
    ["Орлова из Вектора согласна, двигаем их редизайн в брифинг", ["Квалификация → Брифинг"]],
    ["Jane signed off, move her catalogue deal to negotiation", ["«Acme product catalogue»: stage Briefing"]],
    ["STU-2 сдали клиенту, закрой", ["«Паттерны и носители»: статус В работе → Готово"]],
    ["MKT-2 went out, mark it done", ["status Todo → Done"]],
  ],
  "a text that was told before, or that somebody is to write down": [
    ["Мирте в карточку впиши: платят по частям", ["Заметка к «Мирта: промо-сайт»: платят по частям"]],
    ["в карточке Луча отметь, что директор сменился", ["Заметка к «Луч: каталог продукции»: директор сменился"]],
    ["log on Lakeside that Mark asked for a discount", ["Lakeside brand refresh: Mark asked for a discount"]],
    ["Mark wants a discount, jot that down on Lakeside", ["Note on Lakeside brand refresh: Mark wants a discount"]],
    ["Кузнецов просит скидку, зафиксируй это по Лучу", ["«Луч: каталог продукции»: Кузнецов просит скидку"]],
  ],
  "a text, and an order behind it": [
    ["Коммент в STU-2: ждём правки. И перенеси её на среду", ["ждём правки", "2026-11-20 → 2026-11-18"]],
    ['comment on STU-3 "needs a font" and give it to Maria', ["needs a font", "Дарья Волкова → Мария Козлова"]],
  ],
  "something new without a noun, or by the state it begins with": [
    [
      "заведи на Илью починить поиск, срок пятница",
      ["задача: починить поиск, исполнитель Илья Смирнов, срок 2026-11-20"],
    ],
    ["add for Tom to review the terms by Thursday", ["task: review the terms, assignee Tom Reed, deadline 2026-11-19"]],
    ["put down for Anna: call the printer", ["task: call the printer, assignee Анна Петрова"]],
    ["Заведи лида: Чайный дом, упаковка, 300 тысяч", ["сделка: Чайный дом, упаковка, стадия Новый лид, сумма 300 000"]],
    ["add a new lead for Acme called Trade booth, 40k", ["deal: Trade booth, stage New lead, client Acme Fabrication"]],
  ],
  "several orders, and what is left out": [
    ["две вещи: гайдлайн отдай Маше, а DEV-2 на пятницу", ["→ Мария Козлова", "→ 2026-11-20"]],
    ["закрой DEV-1, STU-6 Тому", ["статус В работе → Готово", "исполнитель Анна Петрова → Tom Reed"]],
    ["закрой просроченные задачи, только не срочные", ["«Логотип", "«Согласовать цены", "«Newsletter"]],
    ["move all of Maria's deals to paused, just not the menu", ["«Север: сайт»", "«Север: упаковка»"]],
  ],
  "somebody whose name has one form for whose it is and who gets it": [
    ["верни STU-3 Марии", ["Дарья Волкова → Мария Козлова"]],
    ["отдай Марии задачи Ильи", ["Форма", "Ускорить", "Перенести"]],
    ["hand all deals Tom has to Ilya", ["Tom Reed → Илья", "Tom Reed → Илья", "Tom Reed → Илья"]],
  ],
  "so much more, and where it goes": [
    ["добавь Лучу 50 тысяч к бюджету", ["720 000 → 770 000"]],
    ["add 50k to Lakeside", ["480,000 → 530,000"]],
    ["STU-7: Даша, до пятницы, высокий приоритет", ["исполнитель — → Дарья Волкова; срок — → 2026-11-20; приоритет"]],
    ["new task for Ilya - fix the footer, due tomorrow, high", ["fix the footer, assignee Илья Смирнов, deadline"]],
  ],
  "a team by its short name, and somebody between commas": [
    ["New issue for the dev team: banner broken, Ilya, by Friday", ["banner broken, team Разработка, assignee Илья"]],
    ["задача в разработку: починить корзину, Илье", ["починить корзину, команда Разработка, исполнитель Илья"]],
  ],
};

describe("a plain order", () => {
  for (const [name, rows] of Object.entries(classes))
    it.each(rows)(`${name}: %s`, async (text, previews) => {
      const { actions, needs_clarification: questions } = await studio.plan(text);
      expect(questions).toEqual([]);
      expect(actions).toHaveLength(previews.length);
      for (const [at, part] of previews.entries()) expect(actions[at]?.preview).toContain(part);
    });

  it.each([
    "переведи на Тома: сегодня",
    "удали все сделки, разве что не Мирту",
    "delete Lakeside, just not on Friday",
    "первую Илье, остальные Маше",
    "task for the design team: new icons",
    "отметь STU-3 готовой, что дальше?",
    "the budget there grew to 150k",
    "Acme called, their website deal is on hold",
  ])("writes nothing where something is open: %s", async (text) => {
    expect((await studio.plan(text)).actions).toEqual([]);
  });

  it.each([
    ["кто из клиентов у нас в Туле", "Завод «Луч»"],
    ["which clients are in Seattle", "Acme Fabrication"],
    ["кто директор по продукту в Векторе", "Наталья Орлова"],
    ["when does Lakeside close?", "close date 2026-12-08"],
  ])("that asks finds what stands in a field: %s", async (text, said) => {
    expect((await studio.plan(text)).summary).toContain(said);
  });
});
