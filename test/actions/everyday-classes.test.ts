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

describe("a new contact", () => {
  it.each(["добавь Мирте контакт Лев Орлов, бухгалтер", "add a Lakeside contact Rob Hale, buyer"])(
    "belongs to the client that is named before the noun: %s",
    async (text) => {
      const { actions } = await studio.plan(text);
      expect(actions).toMatchObject([{ args: { values: { company_id: expect.stringMatching(/^comp_/) } } }]);
      expect(JSON.stringify(actions)).not.toContain("(");
    },
  );

  it.each([
    ["add a contact Rita Moss, rita@acme.test, she is the new office manager at Acme", "office manager"],
    ["новый контакт Павел Рогов, снабженец в Ромашке, его телефон +7 900 111-22-33", "снабженец"],
    ["добавь контакт Вера Лапина из Вектора, она у них старший юрист", "старший юрист"],
  ])("has the job and no other words: %s", async (text, job) => {
    expect((await studio.plan(text)).actions).toMatchObject([{ args: { values: { job_title: job } } }]);
  });

  it("is asked about where more is said than a job", async () => {
    expect((await studio.plan("new contact Rob Hale at Acme, the buyer, starts on Monday")).actions).toEqual([]);
  });
});

describe("a set that is moved to a day", () => {
  it.each(["move all tasks in review to Thursday", "сдвинь все задачи в ревью на четверг"])("%s", async (text) => {
    const { actions } = await studio.plan(text);
    expect(actions.length).toBeGreaterThan(0);
    for (const { args } of actions) expect(Object.keys(args)).toEqual(["issue_id", "due_date"]);
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

describe("a change", () => {
  it.each([
    ["make the case study task urgent", { priority: 1 }],
    ["STU-3 -> Tom", { assignee_id: "user_tom" }],
    ["Луч проснулся, сними с паузы, пусть будет бриф", { record_id: "deal_0015", values: { stage: "briefing" } }],
    ["give the catalogue deal of Acme to Anna", { record_id: "deal_0018", values: { owner_id: "user_anna" } }],
  ])("is read as people say it: %s", async (text, args) => {
    expect((await studio.plan(text)).actions).toMatchObject([{ args }]);
  });

  it("of something new takes the verb before a day for its field", async () => {
    const { actions } = await studio.plan('create a deal "Harbour site" for 20k usd, owner tom, close end of january');
    const values = { name: "Harbour site", value: 20_000, owner_id: "user_tom", close_date: "2027-01-31" };
    expect(actions).toMatchObject([{ args: { values } }]);
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
    ["any tasks of Ilya due before the end of november?", "Форма заявки не отправляется"],
    ["самая крупная сделка в работе", "Север: приложение"],
    ["сколько сделок на этапе «Брифинг»?", "Сделки: 2"],
    ["which tasks are up for grabs?", "Собрать референсы для Мирты"],
    ["who runs Lakeside", "Tom Reed"],
    ["mark ellis email", "mark@lakeside.example"],
    ["did anyone reassign STU-3 to Tom?", "Дарья Волкова"],
    ["кто делает гайдлайн", "Дарья Волкова"],
  ])("is answered: %s", async (text, said) => {
    expect((await studio.plan(text)).summary).toContain(said);
  });

  // The calendar keeps instants in UTC, and the person is in Moscow: 11:00Z is 14:00.
  it.each([
    ["which meetings are on Wednesday afternoon?", "Ромашка"],
    ["встречи в среду после обеда", "Ромашка"],
    ["встречи в среду до обеда", "Ничего не нашлось"],
  ])("compares hours in the person's zone: %s", async (text, said) => {
    expect((await studio.plan(text)).summary).toContain(said);
  });
});

describe("a record that is spoken of in another way than by its name", () => {
  it.each<[string, object]>([
    ["hand the вектор redesign to maria", { record_id: "deal_0014", values: { owner_id: "user_maria" } }],
    ["Lakeside came back with 520k, update the amount", { record_id: "deal_0019", values: { value: 520000 } }],
    ["pause the photo shoot", { record_id: "deal_0009", values: { stage: "paused" } }],
    ["приложение в брифинг", { record_id: "deal_0007", values: { stage: "briefing" } }],
    ["дата закрытия по фотосессии — 8 декабря", { record_id: "deal_0009", values: { close_date: "2026-12-08" } }],
    ["Орлова согласна на всё, отметь сделку выигранной", { record_id: "deal_0014", values: { stage: "won" } }],
    ["Ellis from Lakeside called, put the deal on hold", { record_id: "deal_0019", values: { stage: "paused" } }],
  ])("%s", async (text, args) => {
    expect((await studio.plan(text)).actions).toMatchObject([{ args }]);
  });

  it.each(["приложение выиграло конкурс", "I lost the catalogue", "как дела"])("is none: %s", async (text) => {
    const { actions } = await studio.plan(text);
    expect(actions.filter(({ read_only: only }) => !only)).toEqual([]);
  });

  it("is asked about where the client has several", async () => {
    const { actions, entities } = await studio.plan("Jane Cooper called, put the deal on hold");
    expect(actions).toEqual([]);
    expect(entities[0]?.candidates).toHaveLength(2);
  });
});

describe("a question about what belongs to something else", () => {
  it.each([
    ["кузнецов из какой компании", "Завод «Луч»"],
    ["which company is Jane Cooper from?", "Acme Fabrication"],
    ["what team is DEV-3 in?", "Разработка"],
    ["who do I call at Lakeside Bakery?", "mark@lakeside.example"],
    ["кому писать в Луче?", "kuznetsov@luch.example"],
    ["I need the email of Jane Cooper", "jane.cooper@acme.example"],
    ["which deals are expected to close this month", "Ромашка; Север: сайт"],
    ["anything overdue on the marketing side?", "MKT-2"],
    ["какие заметки по Ромашке?", "Бюджет согласован"],
    ["what did we note about Acme", "catalogue linked"],
    ["I'm Tom, what's overdue for me?", "Newsletter for November clients"],
    ["я Илья, что у меня просрочено?", "Форма заявки не отправляется"],
    ["which deal is closing first?", "Север: сайт"],
  ])("%s", async (text, says) => {
    expect((await studio.plan(text)).summary).toContain(says);
  });

  it.each([
    ["tasks due this week", "and next?", "deadline from 2026-11-23 to 2026-11-29"],
    ["задачи на этой неделе", "а на прошлой?", "срок с 2026-11-09 по 2026-11-15"],
  ])("goes on with another period: %s / %s", async (before, text, says) => {
    expect((await studio.plan(text, { before })).summary).toContain(says);
  });
});

describe("an order beside what is denied or left out", () => {
  it.each<[string, string[]]>([
    ["DEV-1 не закрывай, а DEV-2 закрой", ["iss_0010"]],
    ["STU-2 в ревью, DEV-2 в работу, DEV-3 оставь", ["iss_0002", "iss_0010"]],
    ["снизь приоритет всем задачам в бэклоге", []],
    ["DEV-2 в ревью... хотя нет, оставь как было", []],
    ["anna is out this week, move her tasks to maria", []],
  ])("%s", async (text, ids) => {
    expect((await studio.plan(text)).actions.map(({ args }) => args["issue_id"])).toEqual(ids);
  });
});

describe("an order that its own words call off", () => {
  it.each([
    "Close DEV-2 (only joking)",
    "Reopen STU-8. Hold on",
    "Delete MKT-1. Wait a second",
    "закрой DEV-2. Подожди",
    "Передумал удалять MKT-1",
    "Передумали добавлять комментарий к DEV-2: готово",
    "Move DEV-2 to anything but Done",
    "Close DEV-2, or probably not",
    "We voted against this: add a note to the Acme website deal: price agreed",
    "How do I add a note to the Acme website deal: price agreed?",
    "Maria asked to add a comment to DEV-2: fonts are fine, I declined",
    "Спрашивали, как добавить комментарий к DEV-2: шрифты готовы",
  ])("writes nothing: %s", async (text) => {
    expect((await studio.plan(text)).actions).toEqual([]);
  });
});

describe("an order behind words of manners", () => {
  it.each(["kindly pause all deals in briefing", "could you please pause all deals in briefing"])(
    "is read as without them: %s",
    async (text) => {
      const plain = (await studio.plan("pause all deals in briefing")).actions.map(({ args }) => args);
      expect(plain.length).toBeGreaterThan(0);
      expect((await studio.plan(text)).actions.map(({ args }) => args)).toEqual(plain);
    },
  );

  it.each(["Put DEV-2 in review asap", "Set the due date of DEV-2 to December 1 asap"])(
    "changes nothing beside what is said: %s",
    async (text) => {
      const [action] = (await studio.plan(text)).actions;
      expect(Object.keys(action?.args ?? {})).toHaveLength(2);
    },
  );
});

describe("words that describe a set", () => {
  it("set no day: tasks due by one, moved elsewhere", async () => {
    const { actions } = await studio.plan("Move all of Anna's tasks due by Sunday to review");
    expect(actions.every(({ args }) => !("due_date" in args))).toBe(true);
  });

  it("write no note: tasks mentioning somebody", async () => {
    expect((await studio.plan("Give all tasks mentioning Acme to Maria")).actions).toEqual([]);
  });
});

describe("a set that stands before its order", () => {
  it.each<[string, string[]]>([
    ["Tasks in progress, except STU-2, close", ["iss_0004", "iss_0009", "iss_0013"]],
    ["задачи в бэклоге, кроме DEV-3, отдай Марии", ["iss_0007"]],
    ["MKT-1, MKT-3, please close", ["iss_0013", "iss_0015"]],
    ["задачи Тома, только не MKT-1, передай Даше", []],
  ])("is what is changed, without what is left out: %s", async (text, ids) => {
    expect((await studio.plan(text)).actions.map(({ args }) => args["issue_id"])).toEqual(ids);
  });
});

describe("what somebody could do or did", () => {
  it.each([
    "Вектор мог бы перейти в переговоры",
    "The Acme website deal could move to paused",
    "я бы на вашем месте закрыл STU-3, но не мне решать",
    "напомни, что обсудили с Мартой",
  ])("changes nothing: %s", async (text) => {
    expect((await studio.plan(text)).actions).toEqual([]);
  });

  it("gives no date to the order behind it", async () => {
    const { actions } = await studio.plan("референсы для Мирты собрали ещё вчера, можешь закрыть задачу");
    expect(actions.every(({ args }) => !("due_date" in args))).toBe(true);
  });
});

describe("an order behind a text", () => {
  const texts = [
    ["note on Lakeside: the draft is approved, and move it to negotiation", "the draft is approved"],
    ["comment on STU-6 that Olga has signed and close it", "Olga has signed"],
    ["заметка к Вектору: договор у юристов, и поставь на паузу", "договор у юристов"],
    ["напиши в STU-6 что смету приняли и передай её Тому", "смету приняли"],
  ] as const;
  it.each(texts)("is asked about: %s", async (text) => {
    const { actions, needs_clarification: asked } = await studio.plan(text);
    expect(actions).toEqual([]);
    expect(asked.map(({ id }) => id)).toEqual(["meant:text"]);
  });

  it.each(texts)("is done or written, as it was answered: %s", async (text, written) => {
    const done = await studio.plan(text, { answers: { "meant:text": "order" } });
    expect(done.actions).toHaveLength(2);
    expect(done.actions[0]?.preview).toMatch(new RegExp(`: ${written}$`));
    const noted = await studio.plan(text, { answers: { "meant:text": "text" } });
    expect(noted.actions).toHaveLength(1);
    expect(noted.actions[0]?.preview).not.toMatch(new RegExp(`: ${written}$`));
  });

  it.each([
    "comment on STU-4: check the fonts and close the gaps",
    "комментарий к STU-4: сверить шрифты и закрыть вопросы",
    'note on Lakeside: "they agreed, and move it to negotiation"',
  ])("is none where the text itself gives orders or stands in quotes: %s", async (text) => {
    expect((await studio.plan(text)).actions).toHaveLength(1);
  });
});

describe("a value behind as", () => {
  it.each([
    ["set everything in review as done", "In Review", "Done"],
    ["пометь все задачи в ревью как готовые", "In Review", "Done"],
    ["отметь задачи в работе как выполненные", "In Progress", "Done"],
    ["пометь все задачи в работе, не считая STU-4, как готовые", "In Progress", "Done"],
  ])("is what the records become, and the other describes them: %s", async (text, before, after) => {
    const { actions } = await studio.plan(text);
    expect(actions.length).toBeGreaterThan(0);
    for (const { args, preview } of actions) {
      expect(args).toMatchObject({ state: after });
      expect(preview).not.toMatch(new RegExp(`→ ${before}`, "i"));
    }
  });

  it("describes the records where the verb stands behind it", async () => {
    const { actions } = await studio.plan("everything in progress gets low priority");
    expect(actions.length).toBeGreaterThan(0);
    for (const { args } of actions) expect(Object.keys(args)).toEqual(["issue_id", "priority"]);
  });
});

describe("an order behind something new", () => {
  it.each([
    "создай сделку Маяк на 350000, перемести Ромашку в брифинг",
    "создай сделку Маяк на 350000, заодно закрой STU-6",
  ])("is no part of its name: %s", async (text) => {
    for (const { preview } of (await studio.plan(text)).actions)
      expect(preview).not.toMatch(/Маяк.*(?:перемести|закрой)/);
  });
});

// "Agree" is a word of the title of a task of hers, which is no answer to whether she does.
it("asks about an order that hangs on somebody's consent", async () => {
  const { actions, needs_clarification: questions } = await studio.plan("Complete STU-5, if and only if Anna agrees");
  expect({ actions, asks: questions.length }).toEqual({ actions: [], asks: 1 });
});
