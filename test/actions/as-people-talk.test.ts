import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudio, type Studio } from "./studio.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const previews = async (text: string): Promise<string[]> => (await studio.plan(text)).actions.map((one) => one.preview);

/** Sentences with the previews they lead to, each in part. */
const tables: Readonly<Record<string, readonly (readonly [text: string, ...previews: string[]])[]>> = {
  "words of manner change nothing": [
    ["удали STU-7 навсегда", "удалить: задача «Собрать референсы для Мирты»"],
    ["тихонько переведи Луч в брифинг", "стадия На паузе → Брифинг"],
    ["и по-быстрому поставь Мирту на паузу", "стадия Новый лид → На паузе"],
    ["официально отметь Альфа Мед как проигранную", "стадия Брифинг → Проиграно"],
    ["сдвинь срок STU-6 аж до следующего вторника", "срок 2026-11-18 → 2026-11-24"],
    ["для начала назначь MKT-1 на Илью", "исполнитель Tom Reed → Илья Смирнов"],
    ["hand DEV-3 to Tom for the time being", "assignee Илья Смирнов → Tom Reed"],
    ["officially mark Lakeside as won", "stage Proposal sent → Won"],
    ["push STU-6 all the way to Friday", "deadline 2026-11-18 → 2026-11-20"],
    ["create a task delete old backups for good", "new task: delete old backups for good"],
  ],
  "news before an order is a reason": [
    ["Илья заболел, отдай STU-6 Даше", "исполнитель Анна Петрова → Дарья Волкова"],
    ["Клиент молчит второй месяц, поставь Вектор на паузу", "стадия Квалификация → На паузе"],
    ["макет согласовали, закрывай STU-2", "статус В работе → Готово"],
    ["Луч ожил: верни сделку в переговоры", "стадия На паузе → Переговоры"],
    ["верстальщик заболел, поэтому перенеси STU-4 на пятницу", "срок 2026-11-13 → 2026-11-20"],
    ["Альфа Мед пропали с радаров, переведи в проигранные", "«Альфа Мед: личный кабинет»: стадия Брифинг → Проиграно"],
    ["the client went silent so pause Lakeside", "stage Proposal sent → Paused"],
    ["hosting got cheaper, lower DEV-3 priority to low", "priority medium → low"],
    ["Maria's swamped, reassign MKT-2 to Dasha", "assignee Tom Reed → Дарья Волкова"],
  ],
  "each order of a clause has its verb": [
    ["STU-3 отдай маше и срок сдвинь на три дня", "→ Мария Козлова; срок 2026-12-06 → 2026-12-09"],
    [
      "удали STU-7, а MKT-3 поставь на пятницу",
      "удалить",
      "«Обновить портфолио на сайте»: срок 2026-11-28 → 2026-11-20",
    ],
    ["переведи Луч в переговоры и задачу про КП для Вектора закрой", "→ Переговоры", "статус К выполнению → Готово"],
    ["close STU-2, start DEV-3 and give MKT-2 to Dasha", "→ Done", "→ In Progress", "→ Дарья Волкова"],
    ["start STU-5, Anna should own it", "status Todo → In Progress"],
  ],
  "who takes it is who has it": [
    ["DEV-3 возьмёт Даша", "исполнитель Илья Смирнов → Дарья Волкова"],
    ["STU-6: maria takes it, low priority", "assignee Анна Петрова → Мария Козлова; priority high → low"],
    [
      "MKT-2: assign to Dasha, due Friday, urgent",
      "→ Дарья Волкова; deadline 2026-11-12 → 2026-11-20; priority high → urgent",
    ],
    ["DEV-3 goes to Tom with high priority", "→ Tom Reed; priority medium → high"],
    ["any unassigned issue goes to Maria", "«Собрать референсы для Мирты»: assignee — → Мария Козлова"],
    ["tasks without an assignee should go to Tom", "assignee — → Tom Reed"],
    ["any task nobody has picked up goes to Dasha", "assignee — → Дарья Волкова"],
    ["all of Tom's open deals move to Maria", "Acme website", "Acme product catalogue", "Lakeside brand refresh"],
    ["все открытые сделки Даши пусть ведёт Анна", "фотосессия", "Арбат", "Таганка", "Пулково"],
  ],
  "what is told first is written down": [
    ["Сергей Иванов теперь технический директор, поправь в контактах", "→ технический директор"],
    ["Завод Луч теперь в Калуге, обнови карточку", "город Тула → Калуга"],
    ["Мирта Косметика переехала в Самару, исправь город", "→ Самар"],
    ["у Альфа Строй новый сайт alfa-build.example, внеси", "сайт alfastroy.example → alfa-build.example"],
    ["Jane Cooper got promoted to CEO, fix her title", "role Head of Marketing → CEO"],
    ["change Jane Cooper's job title to brand director", "role Head of Marketing → brand director"],
    ["обнови должность Ольги Лебедевой: главный бухгалтер", "должность Директор по маркетингу → главный бухгалтер"],
    ["set the city of Northwind Traders to Boston", "city Portland → Boston"],
    ["завтра в 10:30 звонок с Миртой, запиши в календарь", "встреча: звонок с Миртой, начало 2026-11-17 10:30"],
    [
      "поставь даше задачу обзвонить типографии до пятницы",
      "обзвонить типографии, исполнитель Дарья Волкова, срок 2026-11-20",
    ],
    ["назначь кикофф с Миртой на среду в 12:00", "встреча: кикофф с Миртой, начало 2026-11-18 12:00"],
  ],
  "values go by every word for them": [
    ["подними приоритет STU-7 до среднего", "приоритет низкий → средний"],
    ["set DEV-2 to critical priority", "priority medium → urgent"],
    ["STU-7 без приоритета", "приоритет низкий → без приоритета"],
    ["сдвинь STU-6 на два дня вперед", "срок 2026-11-18 → 2026-11-20"],
    ["сдвинь STU-6 на неделю назад", "срок 2026-11-18 → 2026-11-11"],
    ["мирту переведи на квалификацию", "стадия Новый лид → Квалификация"],
    ["сними Луч с паузы и верни в переговоры", "стадия На паузе → Переговоры"],
  ],
};

describe("what people say", () => {
  for (const [name, rows] of Object.entries(tables))
    it.each(rows)(`is read, ${name}: %s`, async (text, ...expected) => {
      const said = await previews(text);
      expect(said).toHaveLength(expected.length);
      for (const [at, part] of expected.entries()) expect(said[at]).toContain(part);
    });

  it.each([
    "если Том вернётся, отдай STU-6 Даше",
    "кажется, Луч ожил",
    "Вектор собирался переехать в Пермь",
    "не обновляй карточку Вектора",
    "Ольга Лебедева пишет: «переведите сделку на паузу»",
    "Анна пишет: закрой STU-2",
    "Tom might take DEV-2",
    "Tom said he takes DEV-2",
    "Tom takes a break on Friday",
    "all of Tom's deals might go to Ilya",
    "Jane Cooper was head of marketing",
    "to Anna all the tasks nobody wants",
    "the print shop burned down, so what should we do about STU-2",
    "назначь кикофф с Миртой на среду",
    "удали насовсем",
  ])("is no order: %s", async (text) => {
    expect((await studio.plan(text)).actions.filter((one) => !one.read_only)).toEqual([]);
  });

  it.each([
    ["кто ведёт Вектор и когда закрываем?", "", "ответственный Илья Смирнов, дата закрытия 2027-01-05"],
    ["который кофейный", "дай почту Сергея", "Сергей Иванцов: почта"],
    ["который из ромашек", "какая почта у Сергея?", "Сергей Иванов: почта"],
    ["какие задачи у Даши", "какая почта у Сергея?", "Задачи: 3"],
  ])("is answered: %s (after %s)", async (text, before, expected) => {
    const { summary } = await studio.plan(text, before === "" ? {} : { before });
    expect(summary).toContain(expected);
  });
});
