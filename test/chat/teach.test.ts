import { afterEach, describe, expect, it } from "vitest";
import type { Card, ChatReply } from "../../src/contracts/api/chat.ts";
import type { Scope } from "../../src/contracts/api/route.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";
import { dataOf, labels } from "./support/chat-world.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A person in the chat of the demo workspace. */
async function person(scopes: readonly Scope[], language: "en" | "ru" = "en") {
  const here: ServerWorld = await openServerWorld({ tools: { demo: true }, packs: ["studio"] });
  closers.push(() => here.stop());
  const key = await here.key("acme", scopes);
  let taps = 0;
  const send = async (input: object): Promise<Card> => {
    const response = await here.call("chat", { body: { conversation: "c1", input, language } }, key);
    const { cards, notice } = (await response.json()) as ChatReply; // the row says so
    return cards.at(-1) ?? { card_id: "", text: notice?.text ?? "", buttons: [] };
  };
  const tapData = (data: string) => send({ kind: "tap", tap_id: `t${(taps += 1)}`, data });
  return {
    say: (text: string) => send({ kind: "message", text }),
    tap: (card: Card, label: string) => tapData(dataOf(card, label)),
    tapData,
    lessons: async () => (await here.planwright.lessons.taught("acme")).rules.length,
    history: async (): Promise<Card[]> => {
      const shown = await here.call("getChat", { params: { conversation: "c1" } }, key);
      return ((await shown.json()) as { cards: Card[] }).cards; // the row says so
    },
  };
}

describe("teaching in the chat", () => {
  it("offers a request that was said again in other words, explains the rule, and plans by it once it is confirmed", async () => {
    const { say, tap, lessons, history } = await person(["drafts", "teach"]);
    expect((await say("log a chore: call the printer")).text).toContain("do not understand");
    const applied = await tap(await say("Create a task: call the printer"), "Apply");
    expect(labels(applied)).toEqual(["Teach this"]);
    expect((await history()).flatMap(labels)).toContain("Teach this");
    const open = await tap(applied, "Teach this");
    expect(open.text).toMatch(/does not say[^]*Team: team_studio[^]*always the same/);
    const preview = await tap(open, "Yes, always");
    expect(preview.text).toContain("named by: log, chore.");
    expect(preview.text).toContain("“call the printer” becomes Name.");
    expect(preview.text).toContain("No known request is planned differently.");
    expect(await lessons()).toBe(0);
    expect((await tap(preview, "Keep it as a rule")).text).toContain("Learned");
    expect(await lessons()).toBe(1);
    // Each Draft writes under a key of its own: the second task is created, not taken for the first.
    for (const title of ["water the plants", "paint the wall"]) {
      const again = await say(`log a chore: ${title}`);
      expect(again.text).toContain(`Create: task «${title}»`);
      const done = await tap(again, "Apply");
      expect(done.text).toContain("✅ Applied");
      expect(done.text).not.toContain("nothing was sent");
      expect(labels(done)).toEqual([]);
    }
    expect((await tap(preview, "Keep it as a rule")).text).toContain("already");
  });

  it("is done in words as well, in Russian, and a no keeps nothing and undoes nothing", async () => {
    const { say, lessons } = await person(["drafts", "teach"], "ru");
    await say("заведи дельце: позвонить в типографию");
    await say("Создай задачу: позвонить в типографию");
    expect(labels(await say("да"))).toEqual(["Научить"]);
    expect((await say("научить")).text).toContain("Они всегда одинаковы?");
    expect((await say("нет")).text).toBe("Ничего не сохранено.");
    await say("Научить");
    expect((await say("да")).text).toContain("Действие называют слова: заведи, дельце.");
    expect((await say("да")).text).toContain("Запомнил");
    expect(await lessons()).toBe(1);
    expect((await say("заведи дельце: полить цветы")).text).toContain("Создать: задача «полить цветы»");
  });

  it.each([
    ["an edited field", ["Create a task: paint the wall on 31 January 2030", "due_date: 2030-02-01"]],
    ["a change in words", ["Create a task: paint the wall", "for Friday"]],
  ])("is offered after %s", async (_, [request = "", change = ""]) => {
    const { say, tap } = await person(["drafts", "teach"]);
    const draft = await say(request);
    if (change.includes(":")) await tap(draft, "Edit");
    expect(labels(await tap(await say(change), "Apply"))).toEqual(["Teach this"]);
  });

  it("is not offered for a plan that was right at once", async () => {
    const { say, tap } = await person(["drafts", "teach"]);
    expect(labels(await tap(await say("Create a task: call the printer"), "Apply"))).toEqual([]);
    expect((await say("Teach this")).text).toContain("nothing to teach");
  });

  it("needs the scope: without it nothing is offered, and a forged button teaches nothing", async () => {
    const { say, tap, tapData, lessons } = await person(["drafts"]);
    await say("log a chore: call the printer");
    const draft = await say("Create a task: call the printer");
    const applied = await tap(draft, "Apply");
    expect(labels(applied)).toEqual([]);
    const revision = dataOf(draft, "Apply").split(":").at(-1) ?? "";
    expect((await tapData(`v1:D:L:${revision}:1`)).text).toContain("do not have permission");
    expect(await lessons()).toBe(0);
  });
});

it("recognises a repeated request, although the first one named a kind of record", async () => {
  const { say } = await person(["drafts"], "ru");
  expect((await say("сделку Ромашка в долгий ящик")).text).toContain("Не понял");
  expect((await say("Поставь сделку Ромашка на паузу")).text).toContain("На паузе");
});
