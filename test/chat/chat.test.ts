import { afterEach, describe, expect, it } from "vitest";
import {
  boris,
  type ChatWorld,
  dataOf,
  labels,
  only,
  openChatWorld,
  tenant,
  type WorldParts,
} from "./support/chat-world.ts";

const open: ChatWorld[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) await world.stop();
});

async function world(parts: WorldParts = {}): Promise<ChatWorld> {
  const made = await openChatWorld(parts);
  open.push(made);
  return made;
}

function stageOf({ workspace }: ChatWorld, name: string): unknown {
  return workspace().records.find(({ values }) => values["name"] === name)?.values["stage"];
}

function stages({ workspace }: ChatWorld): number {
  return workspace().issues.filter(({ title }) => title.startsWith("Ромашка: этап")).length;
}

describe("a query", () => {
  it("is answered at once, in pages of eight, and by the pack's command", async () => {
    const { say, tap } = await world();
    const first = only(await say("/pipeline"));
    expect(first.text).toContain("Ромашка · Переговоры · 1\u00A0450\u00A0000");
    expect(first.text.split("\n").filter((line) => line.startsWith("•"))).toHaveLength(8);
    expect(labels(first)).toEqual(["1 из 3", "›"]);
    const second = only(await tap(first, "›"));
    expect(second.card_id).toBe(first.card_id);
    expect(labels(second)).toEqual(["‹", "2 из 3", "›"]);
    expect(labels(only(await tap(second, "›")))).toEqual(["‹", "3 из 3"]);
  });
});

describe("a mutation", () => {
  it("shows before and after, writes only after Apply, and names who and when in the card", async () => {
    const here = await world();
    const draft = only(await here.say("Ромашка на паузу"));
    expect(draft.text).toContain("Стадия: Переговоры → На паузе");
    expect(draft.text).toContain("Действует до 15.01, 15:10 GMT+3 (ещё 10 мин)");
    expect(labels(draft)).toEqual(["Применить", "Изменить", "Отменить"]);
    expect(stageOf(here, "Ромашка")).toBe("negotiation");
    const applied = only(await here.tap(draft, "Применить"));
    expect(applied.card_id).toBe(draft.card_id);
    expect(applied.text).toContain("✅ Применено: Анна, 15.01, 15:00 GMT+3");
    expect(applied.buttons).toEqual([]);
    expect(stageOf(here, "Ромашка")).toBe("paused");
    expect((await here.chat.history({ tenant, conversation: "tg:77" })).at(-1)).toEqual(applied);
  });

  it("is refused to somebody else, who sees why", async () => {
    const here = await world();
    const draft = only(await here.say("Ромашка на паузу"));
    for (const label of ["Применить", "Изменить", "Отменить"]) {
      const reply = await here.tap(draft, label, boris);
      expect(reply).toMatchObject({ cards: [], notice: { alert: true } });
    }
    expect(stageOf(here, "Ромашка")).toBe("negotiation");
    expect(only(await here.tap(draft, "Применить")).text).toContain("✅");
  });

  it("counts the same tap once, and a second tap writes nothing more", async () => {
    const here = await world();
    const draft = only(await here.say("задача: Мудборд"));
    const data = dataOf(draft, "Применить");
    await Promise.all(Array.from({ length: 50 }, (_, at) => here.tapData(data, undefined, `same-${at % 40}`)));
    const again = await here.tapData(data, undefined, "same-0");
    expect(only(again).text).toContain("✅ Применено");
    expect(here.workspace().issues.filter(({ title }) => title === "Мудборд")).toHaveLength(1);
  });

  it("of five writes and more asks a second time; of the last tap alone everything is written", async () => {
    const here = await world();
    const draft = only(await here.say("kickoff"));
    expect(draft.text).toContain("⚠️ Много изменений сразу");
    const asked = only(await here.tap(draft, "Применить"));
    expect(asked.text).toContain("Изменений: 12. Точно применить все?");
    expect(stages(here)).toBe(0);
    expect(only(await here.tap(asked, "Да")).text).toContain("✅ Применено");
    expect(stages(here)).toBe(12);
  });

  it("that fails in the middle says what was done, and Retry does only the rest", async () => {
    const here = await world({ faults: "LINEAR_CREATE_LINEAR_ISSUE=error@4-12" });
    const draft = only(await here.say("kickoff"));
    const asked = only(await here.tap(draft, "Применить"));
    const partly = only(await here.tap(asked, "Да"));
    expect(partly.text).toContain("Выполнено 3 из 12");
    expect(labels(partly)).toEqual(["Повторить", "Отменить"]);
    expect(stages(here)).toBe(3);
    const [retried] = (await here.tap(partly, "Повторить")).cards;
    const done = labels(retried).includes("Да, применить всё") ? only(await here.tap(retried, "Да")) : retried;
    expect(done?.text).toContain("✅ Применено");
    expect(stages(here)).toBe(12);
  });

  it("whose answer was lost is read back and not sent again", async () => {
    const here = await world({ faults: "LINEAR_CREATE_LINEAR_ISSUE=lost@1" });
    const draft = only(await here.say("задача: Мудборд"));
    expect(only(await here.tap(draft, "Применить")).text).toContain("✅ Применено");
    expect(here.workspace().issues.filter(({ title }) => title === "Мудборд")).toHaveLength(1);
  });

  it.each([
    ["Уже выполнено", 0],
    ["Отправить ещё раз", 1],
  ])("whose outcome nobody can read is settled by its author: %s", async (label, failed) => {
    const here = await world({ faults: "LINEAR_DELETE_LINEAR_ISSUE=lost@1" });
    const draft = only(await here.say("удали STU-7"));
    const unsure = only(await here.tap(draft, "Применить"));
    expect(unsure.text).toContain("Посмотрите сами");
    expect((await here.tap(unsure, label, boris)).notice).toMatchObject({ alert: true });
    const settled = only(await here.tap(unsure, label));
    expect(settled.text).toContain(failed === 0 ? "✅ Применено" : "There is no issue STU-7");
  });

  it("that is so already makes no Draft", async () => {
    const here = await world();
    const draft = only(await here.say("Ромашка на паузу"));
    await here.tap(draft, "Применить");
    const again = only(await here.say("Ромашка на паузу"));
    expect(again.text).toContain("Всё уже так");
    expect(again.buttons).toEqual([]);
  });
});

describe("an edit", () => {
  it("by words makes a new revision, and the old buttons no longer work", async () => {
    const here = await world();
    const draft = only(await here.say("задача: Мудборд"));
    expect(only(await here.tap(draft, "Изменить")).text).toContain("Что изменить?");
    const edited = only(await here.say("задача: Мудборд и референсы"));
    expect(edited.card_id).toBe(draft.card_id);
    expect(dataOf(edited, "Применить")).not.toBe(dataOf(draft, "Применить"));
    const late = await here.tap(draft, "Применить");
    expect(late.notice).toMatchObject({ alert: true, text: expect.stringContaining("изменён") });
    expect(here.workspace().issues.some(({ title }) => title.startsWith("Мудборд"))).toBe(false);
    await here.tap(edited, "Применить");
    expect(here.workspace().issues.at(-1)?.title).toBe("Мудборд и референсы");
  });

  it.each([
    ["due_date: 2030-01-31", { title: "Мудборд", due_date: "2030-01-31" }],
    ["1. title: Другое", { title: "Другое" }],
  ])("by a reply to the card: %s", async (words, expected) => {
    const here = await world();
    const draft = only(await here.say("задача: Мудборд"));
    const edited = only(await here.say(words, undefined, { reply_to: draft.card_id }));
    await here.tap(edited, "Применить");
    expect(here.workspace().issues.at(-1)).toMatchObject(expected);
  });

  it("leaves actions out by number", async () => {
    const here = await world();
    const draft = only(await here.say("kickoff"));
    const edited = only(await here.say("убери 1, 2 и 12", undefined, { reply_to: draft.card_id }));
    expect(edited.text).not.toContain("этап 12");
    const asked = only(await here.tap(edited, "Применить"));
    await here.tap(asked, "Да");
    expect(stages(here)).toBe(9);
  });
});

describe("what is not clear", () => {
  it("is picked from a list, eight a page, with name, subtitle and address", async () => {
    const here = await world();
    const list = only(await here.say("север на паузу"));
    expect(list.text).toContain("Нашлось 10 по запросу «север»");
    expect(list.text).toContain("https://app.attio.example/studio/deals/");
    expect(labels(list)).toHaveLength(8 + 2 + 1);
    const page = only(await here.tap(list, "›"));
    expect(labels(page)).toHaveLength(2 + 2 + 1);
    expect((await here.tap(page, "Север: вывески", boris)).notice).toMatchObject({ alert: true });
    const draft = only(await here.tap(page, "Север: рассылка"));
    expect(draft.text).toContain("Стадия: Проиграно → На паузе");
    await here.tap(draft, "Применить");
    expect(stageOf(here, "Север: рассылка")).toBe("paused");
  });

  it("is asked two questions at a time, answered by words and by a button", async () => {
    const here = await world();
    const asked = only(await here.say("задача"));
    expect(asked.text.match(/❔/g)).toHaveLength(2);
    const left = only(await here.say("Мудборд"));
    expect(left.text).toContain("Какой приоритет?");
    const draft = only(await here.tap(left, "Срочно"));
    await here.tap(draft, "Применить");
    expect(here.workspace().issues.at(-1)).toMatchObject({ title: "Мудборд", priority: 1 });
  });

  it("is answered by a choice in words; words that fit none are a new request, and the question stays", async () => {
    const here = await world();
    await here.say("задача");
    await here.say("Мудборд");
    expect(only(await here.say("Ромашка на паузу")).text).toContain("Стадия: Переговоры → На паузе");
    const draft = only(await here.say("срочно"));
    await here.tap(draft, "Применить");
    expect(here.workspace().issues.at(-1)).toMatchObject({ title: "Мудборд", priority: 1 });
  });

  it("and is not found is asked for by name", async () => {
    const here = await world();
    const asked = only(await here.say("Незнакомка на паузу"));
    expect(asked.text).toContain("Ничего не нашёл по запросу «Незнакомка»");
    const draft = only(await here.say("Ромашка"));
    expect(draft.text).toContain("Стадия: Переговоры → На паузе");
  });
});

describe("what is not understood", () => {
  it("is said again, and after three rounds a menu is offered", async () => {
    const here = await world();
    for (const words of ["бла", "бла бла", "бла бла бла"])
      expect(only(await here.say(words)).text).toContain("Что сделать?");
    expect(only(await here.say("бла!")).text).toMatch(/Скажите иначе[\s\S]*\/pipeline/);
    expect(await here.drafts.list({ tenant, status: "DRAFT", limit: 10 })).toEqual([]);
  });

  it("may be followed by a question, which is answered", async () => {
    const here = await world();
    await here.say("бла");
    expect(only(await here.say("воронка")).text).toMatch(/^Все сделки/);
  });
});

describe("time", () => {
  it("reminds before expiry, and an expired Draft can be built again", async () => {
    const here = await world();
    const draft = only(await here.say("Ромашка на паузу"));
    here.clock.advance(8 * 60_000);
    await expect.poll(() => here.pushes.at(-1)?.card.text).toContain("истечёт через 2 мин");
    here.clock.advance(3 * 60_000);
    await expect.poll(() => here.pushes.at(-1)?.card.text).toContain("Черновик истёк");
    const late = await here.tap(draft, "Применить");
    expect(late.notice?.text).toContain("истёк");
    expect(labels(only(late))).toEqual(["Собрать заново"]);
    expect(stageOf(here, "Ромашка")).toBe("negotiation");
    const { cards } = await here.tap(only(late), "Собрать заново");
    expect(cards[0]?.text).toContain("заменена");
    expect(only({ cards: cards.slice(1), notice: null }).card_id).not.toBe(draft.card_id);
    await here.tap(cards[1], "Применить");
    expect(stageOf(here, "Ромашка")).toBe("paused");
  });
});

describe("a reminder that comes late", () => {
  it.each(["Применить", "Отменить"])("is none once the Draft was decided on: %s", async (label) => {
    const here = await world();
    const draft = only(await here.say("Ромашка на паузу"));
    const reminder = { kind: "reminder", tenant, draftId: draft.card_id } as const;
    expect(await here.chat.pushFor(reminder)).toBeDefined();
    await here.tap(draft, label);
    expect(await here.chat.pushFor(reminder)).toBeUndefined();
  });
});

describe("a voice message", () => {
  it("that was heard well is shown and confirmed before its Draft is seen", async () => {
    const here = await world();
    const heard = only(await here.hear("Ромашка на паузу", 0.95));
    expect(heard.text).toContain("Я услышал: «Ромашка на паузу»");
    expect((await here.tap(heard, "Верно", boris)).notice).toMatchObject({ alert: true });
    const { cards } = await here.tap(heard, "Верно");
    expect(cards.map(labels)).toEqual([[], ["Применить", "Изменить", "Отменить"]]);
    expect((await here.tap(heard, "Верно")).notice).toMatchObject({ alert: true });
  });

  it("that only asks is answered at once, under its transcript", async () => {
    const here = await world();
    const { cards } = await here.hear("воронка", 0.9);
    expect(cards.map(({ text }) => text.split("\n")[0])).toEqual(["🎙 Я услышал: «воронка»", "Все сделки"]);
  });

  it("below 0.70 does nothing, a query neither, before it is confirmed or corrected", async () => {
    const here = await world();
    const heard = only(await here.hear("Ромашку на базу", 0.69));
    expect(heard.text).toContain("Плохо слышно");
    expect(await here.drafts.list({ tenant, limit: 10 })).toEqual([]);
    expect(only(await here.tap(heard, "Исправить")).text).toContain("как правильно");
    const { cards } = await here.say("Ромашка на паузу");
    expect(cards[0]).toMatchObject({ card_id: heard.card_id, text: "🎙 Я услышал: «Ромашка на паузу»" });
    expect(cards[1]?.text).toContain("Стадия: Переговоры → На паузе");
  });

  it("that was corrected leaves no Draft of what was misheard", async () => {
    const here = await world();
    const heard = only(await here.hear("Мирта на паузу", 0.99));
    await here.tap(heard, "Исправить");
    await here.say("Ромашка на паузу");
    const open = await here.drafts.list({ tenant, status: "DRAFT", limit: 10 });
    expect(open.map(({ draft }) => draft.plan.inputs.raw_text)).toEqual(["Ромашка на паузу"]);
  });
});

describe("the rest", () => {
  it("takes words for a new request when what was asked has expired", async () => {
    const here = await world();
    await here.say("задача");
    here.clock.advance(11 * 60_000);
    expect(only(await here.say("Ромашка на паузу")).text).toContain("Стадия: Переговоры → На паузе");
    await here.say("Нарцисс на паузу");
    here.clock.advance(11 * 60_000);
    expect(only(await here.say("Ромашка на паузу")).text).toContain("Стадия: Переговоры → На паузе");
  });

  it("knows a command by its words although something was asked", async () => {
    const here = await world();
    await here.say("задача");
    expect(only(await here.say("Воронка")).text).toContain("Все сделки");
  });

  it("makes a task of a forwarded message, with all of its words", async () => {
    const here = await world();
    const letter = `Когда будет\nлоготип? ${"Ждём. ".repeat(200)}конец`;
    const draft = only(await here.say(letter, undefined, { forwarded: true }));
    await here.tap(draft, "Применить");
    expect(here.workspace().issues.at(-1)?.title).toBe(letter);
  });

  it("speaks the language it is spoken to in", async () => {
    const { say } = await world();
    expect(only(await say("/help")).text).toContain("Понимаю обычные фразы");
    await say("what about the client");
    expect(only(await say("/help")).text).toContain("I understand plain words");
    await say("Acme");
    expect(only(await say("/help")).text).toContain("I understand plain words");
    await say("привет");
    expect(only(await say("/help")).text).toContain("Понимаю обычные фразы");
  });

  it.each(["v2:D:A:0198b1f0-7c1e-7cc2-9a55-0d7bb4a7f001", "", "v1:D:A:0198b1f0-7c1e-7cc2-9a55-0d7bb4a7f001", "💥"])(
    "answers a button of %j with a word, never an error",
    async (data) => {
      const here = await world();
      const reply = await here.tapData(data);
      expect(reply).toMatchObject({ cards: [], notice: { alert: true } });
      expect(here.log.lines.filter(({ level }) => level === "error")).toEqual([]);
    },
  );

  it("continues after a restart: the question is still open", async () => {
    const here = await world();
    const draft = only(await here.say("задача: Мудборд"));
    await here.tap(draft, "Изменить");
    await here.stop();
    const after = await world({ store: here.store, clock: here.clock });
    const edited = only(await after.say("задача: После сна"));
    expect(edited.card_id).toBe(draft.card_id);
    expect(edited.text).toContain("После сна");
  });
});
