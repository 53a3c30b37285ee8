import { afterEach, describe, expect, it } from "vitest";
import { Conversation } from "../../src/chat/conversation.ts";
import { boris, type ChatWorld, labels, only, openChatWorld, tenant, type WorldParts } from "./support/chat-world.ts";

const open: ChatWorld[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) await world.stop();
});

async function world(parts: WorldParts = {}): Promise<ChatWorld> {
  const made = await openChatWorld(parts);
  open.push(made);
  return made;
}

const stageOf = ({ workspace }: ChatWorld, name: string): unknown =>
  workspace().records.find(({ values }) => values["name"] === name)?.values["stage"];
const tasks = ({ workspace }: ChatWorld, title: string): number =>
  workspace().issues.filter((one) => one.title === title).length;
const drafts = async (here: ChatWorld) =>
  (await here.drafts.list({ tenant, status: "DRAFT", limit: 20 })).map(({ draft }) => draft.plan.inputs.raw_text);

describe("yes in words", () => {
  it("applies the Draft that was shown, and asks a second time for many changes", async () => {
    const here = await world();
    await here.say("Ромашка на паузу");
    expect(only(await here.say("да")).text).toContain("✅ Применено");
    expect(stageOf(here, "Ромашка")).toBe("paused");
    await here.say("kickoff");
    expect(only(await here.say("ок")).text).toContain("Точно применить все?");
    expect(tasks(here, "Ромашка: этап 1")).toBe(0);
    expect(only(await here.say("да")).text).toContain("✅ Применено");
    expect(tasks(here, "Ромашка: этап 12")).toBe(1);
  });

  it("does not apply a Draft that was edited elsewhere since: it is shown first", async () => {
    const here = await world();
    const card = only(await here.say("задача: Мудборд"));
    const [view] = await here.drafts.list({ tenant, status: "DRAFT", limit: 1 });
    const edited = await here.drafts.edit({
      tenant,
      actor: { id: "tg:1" },
      shown: { revisionId: view?.draft.revision_id ?? "" },
      edit: { actions: [], remove: [], text: "задача: Другое" },
    });
    expect(edited.ok).toBe(true);
    const shown = only(await here.say("да"));
    expect(shown.card_id).toBe(card.card_id);
    expect(shown.text).toContain("Другое");
    expect(tasks(here, "Мудборд") + tasks(here, "Другое")).toBe(0);
    await here.say("да");
    expect(tasks(here, "Другое")).toBe(1);
  });

  it("after words that nobody understood shows the Draft again before it applies it", async () => {
    const here = await world();
    await here.say("Ромашка на паузу");
    await here.say("абракадабра уыфвщ");
    expect(labels(only(await here.say("да")))).toContain("Применить");
    expect(stageOf(here, "Ромашка")).toBe("negotiation");
    await here.say("да");
    expect(stageOf(here, "Ромашка")).toBe("paused");
  });

  it("with a question mark, or to a question, applies nothing and shows the card again", async () => {
    const here = await world();
    await here.say("Ромашка на паузу");
    expect(labels(only(await here.say("да?")))).toContain("Применить");
    expect(stageOf(here, "Ромашка")).toBe("negotiation");
    await here.say("задача");
    expect(only(await here.say("да")).text).toContain("Что нужно сделать?");
  });

  it("is another person's yes only for the gate, which refuses it", async () => {
    const here = await world();
    const card = only(await here.say("Ромашка на паузу"));
    expect(only(await here.say("да", boris)).text).toContain("нет ничего открытого");
    expect(only(await here.say("да", boris, { reply_to: card.card_id })).text).toContain("не разрешено");
    expect(stageOf(here, "Ромашка")).toBe("negotiation");
  });

  it("to a Draft that has expired shows how to build it again", async () => {
    const here = await world();
    await here.say("Ромашка на паузу");
    here.clock.advance(11 * 60_000);
    expect(labels(only(await here.say("да")))).toEqual(["Собрать заново"]);
    expect(stageOf(here, "Ромашка")).toBe("negotiation");
  });

  it("in a reply to an expired card is not a yes to the Draft that is open", async () => {
    const here = await world();
    const first = only(await here.say("задача: Первая"));
    here.clock.advance(2 * 60_000);
    await here.say("задача: Вторая");
    here.clock.advance(9 * 60_000);
    const shown = only(await here.say("да", undefined, { reply_to: first.card_id }));
    expect(labels(shown)).toEqual(["Собрать заново"]);
    expect([tasks(here, "Первая"), tasks(here, "Вторая")]).toEqual([0, 0]);
  });

  it("in a reply is for the card replied to, not for the newest", async () => {
    const here = await world();
    const first = only(await here.say("задача: Первая"));
    await here.say("задача: Вторая");
    await here.say("да", undefined, { reply_to: first.card_id });
    expect([tasks(here, "Первая"), tasks(here, "Вторая")]).toEqual([1, 0]);
  });

  it("is an answer where a choice has that name", async () => {
    const here = await world();
    await here.say("важное дело");
    expect(only(await here.say("да")).text).toContain("Выбрано: да");
  });
});

describe("no and wait in words", () => {
  it("closes the open Draft; reports that nothing is open", async () => {
    const here = await world();
    await here.say("Ромашка на паузу");
    expect(only(await here.say("нет, не надо")).text).toContain("🚫 Отменено");
    expect(only(await here.say("нет")).text).toContain("нет ничего открытого");
    expect(await drafts(here)).toEqual([]);
  });

  it("leaves the Draft open while the person thinks", async () => {
    const here = await world();
    await here.say("Ромашка на паузу");
    expect(only(await here.say("подожди")).text).toMatch(/^Жду\. Черновик открыт до/);
    await here.say("да");
    expect(stageOf(here, "Ромашка")).toBe("paused");
  });
});

describe("undo in words", () => {
  it("proposes the value before, and writes it after a yes", async () => {
    const here = await world();
    await here.say("Ромашка на паузу");
    await here.say("да");
    const undo = only(await here.say("верни как было"));
    expect(undo.text).toContain("На паузе → Переговоры");
    expect(stageOf(here, "Ромашка")).toBe("paused");
    await here.say("да");
    expect(stageOf(here, "Ромашка")).toBe("negotiation");
  });

  it("names what cannot be undone", async () => {
    const here = await world();
    await here.say("задача: Мудборд");
    await here.say("да");
    expect(only(await here.say("undo")).text).toBe("Это отменить нельзя: Мудборд");
  });

  it("asks which is meant while another Draft is open, and does what is tapped", async () => {
    const here = await world();
    await here.say("Ромашка на паузу");
    await here.say("да");
    await here.say("задача: Мудборд");
    const asked = only(await here.say("undo"));
    expect(asked.text).toContain("Что именно");
    expect(labels(asked)).toEqual(["Отменить черновик", "Вернуть как было"]);
    expect(await drafts(here)).toEqual(["задача: Мудборд"]);
    expect((await here.tap(asked, "Вернуть", boris)).notice).toMatchObject({ alert: true });
    expect(only(await here.tap(asked, "Вернуть как было")).text).toContain("На паузе → Переговоры");
    expect(stageOf(here, "Ромашка")).toBe("paused");
  });

  it("without anything applied drops the open Draft, and with nothing at all says so", async () => {
    const here = await world();
    expect(only(await here.say("undo")).text).toBe("Отменять нечего.");
    await here.say("Ромашка на паузу");
    expect(only(await here.say("undo")).text).toContain("🚫 Отменено");
  });

  it("of a Draft that failed in the middle restores what was written", async () => {
    const here = await world({ faults: "ATTIO_UPDATE_RECORD=error@2-9" });
    await here.say("Ромашка и Вектор на паузу");
    expect(only(await here.say("да")).text).toContain("Выполнено 1 из 2");
    expect(only(await here.say("откати")).text).toContain("На паузе → Переговоры");
  });
});

describe("a choice in words", () => {
  it.each([
    ["вторую", "Север: меню"],
    ["10", "Север: рассылка"],
    ["последнюю", "Север: рассылка"],
  ])("takes the row of the list: %s", async (words, name) => {
    const here = await world();
    await here.say("север на паузу");
    await here.say(words);
    await here.say("да");
    expect(stageOf(here, name)).toBe("paused");
  });

  it.each([["15"], ["0"]])("that is not in the list is explained, with the list: %s", async (words) => {
    const here = await world();
    const list = only(await here.say("север на паузу"));
    const again = only(await here.say(words));
    expect(again.text).toContain("напишите номер от 1 до 10");
    expect(again.buttons).toEqual(list.buttons);
  });

  it("that fits no choice, and is not a request, is explained with the choices", async () => {
    const here = await world();
    await here.say("север на паузу");
    const again = only(await here.say("хм что-то третье"));
    expect(again.text).toContain("В списке нет подходящего для «хм что-то третье»");
    expect(again.text).toContain("Север: меню");
    expect(await drafts(here)).toEqual(["север на паузу"]);
  });
});

describe("a voice message in words", () => {
  it("is confirmed by yes, and corrected after no", async () => {
    const here = await world();
    await here.hear("Ромашка на паузу", 0.95);
    const { cards } = await here.say("да");
    expect(labels(cards[1])).toContain("Применить");
    await here.hear("Мирта на базу", 0.5);
    expect(only(await here.say("нет")).text).toContain("как правильно");
    expect((await here.say("Мирта на паузу")).cards[1]?.text).toContain("На паузе");
  });
});

describe("what is remembered", () => {
  it("is bounded: the last people of a group and the last messages of a person", async () => {
    const here = await world();
    for (let id = 10; id < 130; id += 1) await here.say("/help", { id: `tg:${id}` });
    await here.say(`задача: ${"длинно ".repeat(2000)}`);
    const kept = await here.store.record({ tenant, kind: "chat.conversation", id: "tg:77" });
    const { people, cards } = Conversation.parse(kept?.body);
    expect(Object.keys(people)).toHaveLength(100);
    expect(people["tg:1"]?.thread?.length).toBeLessThanOrEqual(4000);
    expect(cards).toHaveLength(30);
  });
});
