import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { cardBlocks } from "../../src/chat/slack/card-blocks.ts";
import { createSlackBot, type SlackBot } from "../../src/chat/slack/slack-bot.ts";
import { isSignedBySlack } from "../../src/chat/slack/verify-signature.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { openServerWorld } from "../support/server-world.ts";
import { type ChatWorld, openChatWorld, tenant } from "./support/chat-world.ts";
import { openSlackServer, type SlackCall, type SlackServer } from "./support/slack-server.ts";
import { eventually } from "./support/telegram-world.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type World = { slack: SlackServer; chat: ChatWorld; bot: SlackBot };

async function world(): Promise<World> {
  const slack = await openSlackServer();
  const chat = await openChatWorld({ settleWaitMs: 60_000 });
  const allow = new Set(["UANNA"]);
  const deps = { token: "xoxb-1", appToken: "xapp-1", apiRoot: slack.url, allow, teachers: allow, tenant };
  const bot = createSlackBot({ ...chat, ...deps, zone: "Europe/Moscow", clock: systemClock });
  closers.push(async () => {
    await bot.stop();
    await chat.stop();
    await slack.close();
  });
  return { slack, chat, bot };
}

const direct = (text: string, ts: string, more: object = {}) => ({
  event: { type: "message", channel: "D1", channel_type: "im", user: "UANNA", text, ts, ...more },
});
const tapOn = (call: SlackCall, label: string, user = "UANNA") => ({
  type: "block_actions",
  user: { id: user, username: "anna" },
  channel: { id: call.args["channel"] },
  message: { ts: "100.1" },
  actions: [{ value: buttonsOf(call).find((one) => one.text.text === label)?.value, action_ts: "1" }],
});

type Button = { text: { text: string }; value?: string; style?: string };

function buttonsOf({ args }: SlackCall): Button[] {
  const blocks = JSON.parse(args["blocks"] ?? "[]") as { type: string; elements?: Button[] }[]; // as the app sends them
  return blocks.flatMap(({ elements = [] }) => elements);
}

const made = ({ slack }: World, method: string) => slack.calls.filter((call) => call.method === method);
const tasks = ({ chat }: World, title: string) => chat.workspace().issues.filter((one) => one.title === title);

describe("the Slack app", () => {
  it("shows a Draft as Block Kit, and the outcome of a tap in its place", async () => {
    const here = await world();
    await here.bot.receive("events_api", direct("задача: Мудборд", "1.1"));
    const [card] = made(here, "chat.postMessage");
    if (card === undefined) throw new Error("no card");
    expect(card.args["text"]).toContain("Создать: задача «Мудборд»");
    expect(buttonsOf(card).map(({ text, style }) => [text.text, style])).toEqual([
      ["Применить", "primary"],
      ["Изменить", undefined],
      ["Отменить", undefined],
    ]);
    await here.bot.receive("interactive", tapOn(card, "Применить"));
    const [update] = made(here, "chat.update");
    expect(update?.args).toMatchObject({ channel: "D1", ts: "100.1" });
    expect(update?.args["text"]).toContain("✅ Применено: anna");
    expect(tasks(here, "Мудборд")).toHaveLength(1);
  });

  it("offers people who may teach to teach what they corrected", async () => {
    const here = await world();
    await here.bot.receive("events_api", direct("задача: Мудборд", "1.1"));
    await here.bot.receive("events_api", direct("due_date: 2030-01-31", "1.2", { thread_ts: "100.1" }));
    await here.bot.receive("events_api", direct("да", "1.3"));
    expect(buttonsOf(made(here, "chat.postMessage").at(-1) as SlackCall).map(({ text }) => text.text)).toEqual([
      "Научить",
    ]); // there is one
  });

  it("answers a message and a tap once, however often Slack delivers them", async () => {
    const here = await world();
    for (let times = 0; times < 3; times += 1) await here.bot.receive("events_api", direct("задача: Мудборд", "1.1"));
    expect(made(here, "chat.postMessage")).toHaveLength(1);
    const [card] = made(here, "chat.postMessage");
    for (let times = 0; times < 3; times += 1)
      await here.bot.receive("interactive", tapOn(card as SlackCall, "Применить")); // there is one
    expect(tasks(here, "Мудборд")).toHaveLength(1);
  });

  it("takes words as decisions: yes in a direct message, a reply in the thread of a card", async () => {
    const here = await world();
    await here.bot.receive("events_api", direct("задача: Мудборд", "1.1"));
    await here.bot.receive("events_api", direct("да", "1.2"));
    expect(tasks(here, "Мудборд")).toHaveLength(1);
    await here.bot.receive("events_api", direct("задача: Логотип", "1.3"));
    await here.bot.receive("events_api", direct("отмена", "1.4", { thread_ts: "100.3" }));
    expect(tasks(here, "Логотип")).toEqual([]);
    expect(made(here, "chat.postMessage").at(-1)?.args["text"]).toContain("🚫 Отменено");
  });

  it("leaves a channel alone unless it is named, and strangers with their id", async () => {
    const here = await world();
    const said = { channel: "C1", channel_type: "channel" };
    await here.bot.receive("events_api", direct("задача: Мудборд", "1.1", said));
    await here.bot.receive("events_api", direct("x", "1.2", { ...said, bot_id: "B1" }));
    expect(here.slack.calls).toEqual([]);
    await here.bot.receive("events_api", direct("<@UBOT> воронка", "1.3", { ...said, type: "app_mention" }));
    expect(made(here, "chat.postMessage").at(-1)?.args["text"]).toMatch(/^Все сделки/);
    await here.bot.receive("events_api", direct("воронка", "1.4", { user: "UBORIS" }));
    expect(made(here, "chat.postEphemeral").at(-1)?.args).toMatchObject({ user: "UBORIS" });
    expect(made(here, "chat.postEphemeral").at(-1)?.args["text"]).toContain("UBORIS");
  });

  it("takes a slash command, with and without words", async () => {
    const here = await world();
    const command = { user_id: "UANNA", user_name: "anna", channel_id: "D1", command: "/planwright" };
    await here.bot.receive("slash_commands", { ...command, text: "", trigger_id: "1" });
    expect(made(here, "chat.postMessage").at(-1)?.args["text"]).toContain("/pipeline");
    await here.bot.receive("slash_commands", { ...command, text: "воронка", trigger_id: "2" });
    expect(made(here, "chat.postMessage").at(-1)?.args["text"]).toMatch(/^Все сделки/);
  });

  it("receives by Socket Mode and acknowledges what it has handled", async () => {
    const here = await world();
    const leaving = new AbortController();
    const connection = here.bot.connect(leaving.signal);
    const envelope = await here.slack.send("events_api", direct("задача: Мудборд", "1.1"));
    await eventually(() => (here.slack.acknowledged.includes(envelope) ? true : undefined));
    const [card] = made(here, "chat.postMessage");
    const tapped = await here.slack.send("interactive", tapOn(card as SlackCall, "Применить")); // there is one
    await eventually(() => (here.slack.acknowledged.includes(tapped) ? true : undefined));
    expect(tasks(here, "Мудборд")).toHaveLength(1);
    leaving.abort();
    await connection;
  });
});

describe("POST /slack/events", () => {
  const secret = "8f742231b10e8888abcd99yyyzzz85a5";
  const signed = (body: string, at: number) => {
    const timestamp = String(Math.floor(at / 1000));
    const signature = `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex")}`;
    return { timestamp, signature };
  };

  it("answers Slack's challenge and handles signed requests, and no others", async () => {
    const slack = await openSlackServer();
    const app = { token: "xoxb-1", mode: "http", signing_secret: secret, allow: ["UANNA"], api_root: slack.url };
    const here = await openServerWorld({ tools: { demo: true }, packs: ["studio"], slack: app });
    closers.push(
      () => here.stop(),
      () => slack.close(),
    );
    const now = here.clock.now();
    const post = async (body: string, { timestamp, signature } = signed(body, now)) =>
      here.app.request("http://localhost/slack/events", {
        method: "POST",
        body,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-slack-request-timestamp": timestamp,
          "x-slack-signature": signature,
        },
      });
    const challenge = JSON.stringify({ type: "url_verification", challenge: "c1" });
    expect(await (await post(challenge)).json()).toEqual({ challenge: "c1" });
    expect((await post(challenge, { ...signed(challenge, now), signature: "v0=00" })).status).toBe(401);
    expect((await post(challenge, signed(challenge, now - 600_000))).status).toBe(401);
    const command = new URLSearchParams({ user_id: "UANNA", channel_id: "D1", text: "", trigger_id: "t1" }).toString();
    expect((await post(command)).status).toBe(200);
    expect(slack.calls.map(({ method }) => method)).toContain("chat.postMessage");
  });

  it("writes the question of a run to its assignee", async () => {
    const slack = await openSlackServer();
    const app = {
      mode: "http",
      token: "xoxb-1",
      signing_secret: secret,
      allow: ["UANNA"],
      api_root: slack.url,
      tenant,
    };
    const here = await openServerWorld({ tools: { demo: true }, slack: app, escalations: { assignee: "slack:UANNA" } });
    closers.push(
      () => slack.close(),
      () => here.stop(),
    );
    const key = await here.key(tenant, ["runs"]);
    const plan = { steps: [{ id: "s1", kind: "action", action: "sign <the> papers", mode: "manual" }] };
    await here.call("startRun", { body: { plan } }, key);
    await expect.poll(() => slack.calls.map(({ method }) => method)).toEqual(["chat.postMessage"]);
    expect(slack.calls[0]?.args).toMatchObject({ channel: "UANNA" });
    expect(slack.calls[0]?.args["text"]).toMatch(/sign &lt;the&gt; papers[^]*planwright runs decide \S+ done/);
  });

  it("compares the whole signature", () => {
    const [body, now] = ["token=1", Date.parse("2030-01-15T12:00:00Z")];
    const request = { body, ...signed(body, now) };
    expect(isSignedBySlack(request, secret, now)).toBe(true);
    expect(isSignedBySlack({ ...request, body: "token=2" }, secret, now)).toBe(false);
    expect(isSignedBySlack({ ...request, signature: null }, secret, now)).toBe(false);
    expect(isSignedBySlack({ ...request, timestamp: "x" }, secret, now)).toBe(false);
  });
});

describe("Block Kit", () => {
  it("takes long texts in parts and keeps control characters as text", () => {
    const text = ["<Title> & more", ...Array.from({ length: 300 }, () => "a line of a card")].join("\n");
    const blocks = cardBlocks({ card_id: "1", text, buttons: [] });
    expect(blocks.length).toBeGreaterThan(1);
    expect(JSON.stringify(blocks[0])).toContain("*&lt;Title&gt; &amp; more*");
    for (const block of blocks) expect(block.type === "section" ? block.text.text.length : 0).toBeLessThan(3000);
  });
});
