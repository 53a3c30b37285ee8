import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import type { Card, ChatReply } from "../../src/contracts/api/chat.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";
import { dataOf } from "./support/chat-world.ts";
import { listen, textOf } from "./support/telegram-world.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function world(config: object): Promise<ServerWorld> {
  const made = await openServerWorld(config);
  closers.push(() => made.stop());
  return made;
}

const demo = { tools: { demo: true }, packs: ["studio"] };
const update = (update_id: number, text: string) => ({
  update_id,
  message: {
    message_id: update_id,
    date: 1,
    chat: { id: 7, type: "private", first_name: "Anna" },
    from: { id: 7, is_bot: false, first_name: "Anna" },
    text,
  },
});

describe("POST /chat", () => {
  it("answers with cards, and GET shows them again to the same tenant alone", async () => {
    const here = await world(demo);
    const [acme, globex] = [await here.key("acme", ["drafts"]), await here.key("globex", ["drafts"])];
    const input = { kind: "message", text: "/help" };
    const reply = await here.call("chat", { body: { conversation: "c1", input } }, acme);
    const { cards } = (await reply.json()) as ChatReply; // the row says so
    expect(cards[0]?.text).toContain("/pipeline");
    const shown = await here.call("getChat", { params: { conversation: "c1" } }, acme);
    expect(await shown.json()).toEqual({ conversation: "c1", cards });
    const foreign = await here.call("getChat", { params: { conversation: "c1" } }, globex);
    expect(await foreign.json()).toEqual({ conversation: "c1", cards: [] });
  });

  it("takes a newcomer from words to writes in the demo workspace", async () => {
    const here = await world(demo);
    const key = await here.key("acme", ["drafts"]);
    let taps = 0;
    const talk = async (input: object): Promise<Card> => {
      const response = await here.call("chat", { body: { conversation: "c1", input } }, key);
      const { cards } = (await response.json()) as ChatReply; // the row says so
      const [card] = cards;
      if (card === undefined) throw new Error(await response.clone().text());
      return card;
    };
    const tap = (card: Card, label: string) =>
      talk({ kind: "tap", tap_id: `t${(taps += 1)}`, data: dataOf(card, label) });
    const issues = async (query: string): Promise<number> => {
      const call = { verb_id: "LINEAR_LIST_LINEAR_ISSUES", payload: { query }, request_id: "r", caller: "test" };
      const { signal } = new AbortController();
      const answer = await here.planwright.verbs.execute(call, { signal, tenant: "acme" });
      return (answer.output as { count: number }).count; // the tool says so
    };
    const draft = await talk({ kind: "message", text: "Сделка Ромашка выиграна, создай kickoff" });
    expect(draft.text).toContain("Стадия: Переговоры → Выиграно");
    expect(await issues("Ромашка: ")).toBe(0);
    const asked = await tap(draft, "Применить");
    expect(asked.text).toContain("Точно применить все?");
    const done = await tap(asked, "Да");
    expect(done.text).toContain("✅ Применено");
    expect(await issues("Ромашка: ")).toBe(12);
    expect((await talk({ kind: "message", text: "что по клиенту Ромашка?" })).text).toContain("Ромашка · Выиграно");
  });

  it("goes on with what was applied without asking for it a second time", async () => {
    const here = await world(demo);
    const key = await here.key("acme", ["drafts"]);
    const say = async (text: string): Promise<string> => {
      const response = await here.call("chat", { body: { conversation: "c1", input: { kind: "message", text } } }, key);
      const { cards } = (await response.json()) as ChatReply; // the row says so
      return cards.map((card) => card.text).join("\n");
    };
    expect(await say("create tasks: print posters, order samples")).toContain("Create: task «order samples»");
    expect(await say("yes")).toContain("✅ Applied");
    const both = await say("assign both to Tom");
    expect(both).toContain("Assignee: — → Tom Reed");
    expect(both).not.toContain("Create");
    const low = await say("and low priority");
    expect(low).toContain("Priority: none → low");
    expect(low).not.toContain("Create");
  });

  it.each([
    ["a conversation of a messenger", { conversation: "tg:7", input: { kind: "message", text: "x" } }],
    ["no words", { conversation: "c", input: { kind: "message", text: "" } }],
    ["no zone of this world", { conversation: "c", zone: "Moon/Base", input: { kind: "message", text: "x" } }],
    ["an unknown kind", { conversation: "c", input: { kind: "photo" } }],
  ])("refuses %s", async (_, body) => {
    const here = await world(demo);
    expect((await here.call("chat", { body }, await here.key("acme", ["drafts"]))).status).toBe(422);
  });
});

describe("POST /telegram/webhook", () => {
  it("accepts updates with the secret, each once, and no others", async () => {
    const called: string[] = [];
    const telegram = createServer((request, response) => {
      void textOf(request).then((body) => {
        called.push(`${request.url?.split("/").at(-1)} ${body}`);
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ ok: true, result: { message_id: 1, chat: { id: 7 }, date: 1 } }));
      });
    });
    const api_root = await listen(telegram);
    closers.push(() => new Promise((resolve) => telegram.close(resolve)));
    const url = "https://bot.example/telegram/webhook";
    const settings = { token: "1:a", mode: "webhook", webhook_url: url, secret: "s3cret", allow: [7], api_root };
    const here = await world({ ...demo, telegram: settings });
    await here.planwright.chat.start();
    expect(called[0]).toMatch(/^setWebhook .*"secret_token":"s3cret"/);
    const deliver = async (secret: string, body: object) => {
      const headers = { "x-telegram-bot-api-secret-token": secret };
      return (await here.call("telegramWebhook", { body, headers })).status;
    };
    expect(await deliver("wrong", update(1, "/help"))).toBe(401);
    expect(await deliver("s3cret", update(2, "/help"))).toBe(200);
    expect(await deliver("s3cret", update(2, "/help"))).toBe(200);
    expect(called.filter((line) => line.startsWith("sendMessage"))).toHaveLength(1);
  });

  it("is closed where no bot is configured", async () => {
    const here = await world(demo);
    const headers = { "x-telegram-bot-api-secret-token": "" };
    expect((await here.call("telegramWebhook", { body: update(1, "x"), headers })).status).toBe(401);
  });
});
