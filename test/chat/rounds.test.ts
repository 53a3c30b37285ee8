import { afterEach, describe, expect, it } from "vitest";
import { labels, only, openChatWorld, tenant } from "./support/chat-world.ts";
import { openTelegramWorld } from "./support/telegram-world.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type ShownCard = { text: string; labels: string[] };

/** Says something and returns the card that answers, on either surface. */
async function surface(name: string): Promise<(text: string) => Promise<ShownCard>> {
  if (name === "/chat") {
    const world = await openChatWorld();
    closers.push(() => world.stop());
    return async (text) => {
      const card = only(await world.say(text));
      return { text: card.text, labels: labels(card) };
    };
  }
  const world = await openTelegramWorld();
  closers.push(() => world.stop());
  let seen = 0;
  return async (text) => {
    await world.from(1).say(`@planwright_bot ${text}`);
    const message = await world.until(({ messageId }) => messageId > seen);
    seen = message.messageId;
    return message;
  };
}

describe.each(["/chat", "Telegram"])("clarification on %s", (name) => {
  it("asks two questions a message, three rounds, then offers the menu", async () => {
    const say = await surface(name);
    const asked = await say("загадка");
    expect(asked.text.match(/❔/g)).toHaveLength(2);
    for (let round = 2; round <= 3; round += 1) {
      const next = await say(`ответ ${round}`);
      expect(next.text.match(/❔/g)).toHaveLength(2);
    }
    const menu = await say("ответ 4");
    expect(menu.text).not.toContain("❔");
    expect(menu.labels).toEqual(["Сказать иначе", "Отменить"]);
  });

  it("offers the menu after three requests that are not understood, and after three unknown names", async () => {
    const say = await surface(name);
    for (const words of ["бла", "бла бла", "бла бла бла"]) expect((await say(words)).text).toContain("❔");
    expect((await say("бла!")).text).toMatch(/Скажите иначе[\s\S]*\/pipeline/);
    for (const words of ["Незнакомка на паузу", "Невидимка", "Пропажа"])
      expect((await say(words)).text).toContain("Ничего не нашёл");
    expect((await say("Потеря")).text).toMatch(/Скажите иначе[\s\S]*\/pipeline/);
  });

  it("explains a wrong choice with the choices, and a refined name narrows", async () => {
    const say = await surface(name);
    await say("север на паузу");
    expect((await say("99")).text).toMatch(/от 1 до 10[\s\S]*Север: меню/);
    expect((await say("что-то другое")).text).toMatch(/нет подходящего[\s\S]*Север: меню/);
    await say("важное дело");
    const again = await say("может быть");
    expect(again.text).toContain("нет подходящего для «может быть»");
    expect(again.labels).toEqual(["да", "нет", "Отменить"]);
    await say("отмена");
    await say("Незнакомка на паузу");
    expect((await say("Ромашка")).text).toContain("Стадия: Переговоры → На паузе");
  });
});

it("leaves no Draft when the menu is offered", async () => {
  const world = await openChatWorld();
  closers.push(() => world.stop());
  for (const words of ["Незнакомка на паузу", "Невидимка", "Пропажа", "Потеря"]) await world.say(words);
  expect(await world.drafts.list({ tenant, status: "DRAFT", limit: 10 })).toEqual([]);
});
