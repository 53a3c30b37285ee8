import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createOpenAiTranscriber } from "../../src/chat/openai-transcriber.ts";
import { createTelegramBot } from "../../src/chat/telegram/telegram-bot.ts";
import type { Transcriber } from "../../src/chat/transcriber.ts";
import type { Store } from "../../src/ports/store.ts";
import { runEventLoop } from "../support/test-store.ts";
import { eventually, listen, openTelegramWorld, type TelegramWorld, textOf } from "./support/telegram-world.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function world(...options: Parameters<typeof openTelegramWorld>): Promise<TelegramWorld> {
  const made = await openTelegramWorld(...options);
  closers.push(() => made.stop());
  return made;
}

const notices = ({ called }: TelegramWorld) =>
  called.filter(({ method, payload }) => method === "answerCallbackQuery" && payload["text"] !== undefined);

const tasks = ({ chat }: TelegramWorld, title: string) => chat.workspace().issues.filter((one) => one.title === title);

/** A recogniser with this transcript and this confidence. */
const hears = (text: string, confidence: number): Transcriber => ({ transcribe: async () => ({ text, confidence }) });

describe("the bot on Telegram's emulator", () => {
  it("shows a Draft with its buttons, and the outcome in the same message", async () => {
    const here = await world();
    await here.from(1).say("Ромашка на паузу");
    const draft = await here.until(({ text }) => text.includes("Черновик"));
    expect(draft.labels).toEqual(["Применить", "Изменить", "Отменить"]);
    await here.from(1).tap(draft, "Применить");
    const done = await here.until(({ text }) => text.includes("✅ Применено: Анна (@anna)"));
    expect(done.messageId).toBe(draft.messageId);
    expect(done.labels).toEqual([]);
  });

  it.each([
    ["may teach", new Set([1]), ["Научить"]],
    ["may not teach", new Set([2]), []],
  ])("after a correction by somebody who %s, offers %o to teach it", async (_, teachers, labels) => {
    const here = await world({ teachers });
    await here.from(1).say("задача: Мудборд");
    await here.from(1).tap(await here.until(({ text }) => text.includes("Черновик")), "Изменить");
    await here.until(({ text }) => text.includes("Что изменить?"));
    await here.from(1).say("due_date: 2030-01-31");
    await here.from(1).tap(await here.until(({ text }) => text.includes("Срок")), "Применить");
    expect((await here.until(({ text }) => text.includes("✅ Применено"))).labels).toEqual(labels);
  });

  it("refuses a foreign tap with a word to the one who tapped, and people it does not know", async () => {
    const here = await world();
    await here.from(1).say("задача: Мудборд");
    const draft = await here.until(({ text }) => text.includes("Черновик"));
    await here.from(2).tap(draft, "Применить");
    await eventually(() => notices(here)[0]);
    await here.from(3).say("@planwright_bot задача: Чужое");
    expect((await here.until(({ text }) => text.includes("Ваш номер: 3"))).labels).toEqual([]);
    await here.from(3).tap(draft, "Применить");
    const refused = await eventually(() => notices(here)[1]);
    expect(refused.payload).toMatchObject({ show_alert: true });
    expect(tasks(here, "Мудборд")).toEqual([]);
    expect(await here.chat.drafts.list({ tenant: "acme", limit: 10 })).toHaveLength(1);
  });

  it("does nothing twice for an update that is delivered twice", async () => {
    const here = await world();
    await here.from(1).say("задача: Мудборд");
    const draft = await here.until(({ text }) => text.includes("Черновик"));
    here.repeat();
    await here.from(1).say("воронка");
    await here.until(({ text }) => text.startsWith("Все сделки"));
    expect(here.messages().filter(({ text }) => text.includes("Черновик"))).toHaveLength(1);
    await here.from(1).tap(draft, "Применить");
    await here.until(({ text }) => text.includes("✅"));
    here.repeat();
    await here.from(1).say("воронка");
    await eventually(() =>
      here.messages().filter(({ text }) => text.startsWith("Все")).length === 2 ? true : undefined,
    );
    expect(tasks(here, "Мудборд")).toHaveLength(1);
  });

  it("turns pages in place, and picks", async () => {
    const here = await world();
    await here.from(1).say("север на паузу");
    const list = await here.until(({ text }) => text.includes("Нашлось 10"));
    await here.from(1).tap(list, "›");
    const second = await here.until(({ labels }) => labels.includes("2 из 2"));
    expect(second.messageId).toBe(list.messageId);
    await here.from(1).tap(second, "Север: рассылка");
    const draft = await here.until(({ labels }) => labels.includes("Применить"));
    expect(draft.messageId).toBe(list.messageId);
  });

  it("takes an edit as a reply, shows it below, and takes the old buttons away", async () => {
    const here = await world();
    await here.from(1).say("задача: Мудборд");
    const draft = await here.until(({ text }) => text.includes("Черновик"));
    await here.from(1).say("title: Другое", { reply_to_message: { message_id: draft.messageId } });
    const edited = await here.until(({ text }) => text.includes("«Другое»"));
    expect(edited.messageId).toBeGreaterThan(draft.messageId);
    await eventually(() =>
      here.messages().find((one) => one.messageId === draft.messageId)?.labels.length === 0 ? true : undefined,
    );
    await here.from(1).tap(draft, "Применить");
    await eventually(() => notices(here)[0]);
    expect(tasks(here, "Мудборд")).toEqual([]);
  });

  it("announces a card that waits for a person once, however long it waits", async () => {
    const here = await world({ world: { faults: "LINEAR_DELETE_LINEAR_ISSUE=lost@1" } });
    await here.from(1).say("удали STU-7");
    const draft = await here.until(({ labels }) => labels.includes("Применить"));
    await here.from(1).tap(draft, "Применить");
    const unsure = await here.until(({ text }) => text.includes("Посмотрите сами"));
    for (let looks = 0; looks < 5; looks += 1) {
      here.chat.clock.advance(15_000);
      await runEventLoop(50);
    }
    await here.from(1).tap(unsure, "Уже выполнено");
    await here.until(({ text }) => text.includes("✅ Применено"));
    const edits = here.called
      .filter(({ method }) => method === "editMessageText")
      .map(({ payload }) => payload["text"]);
    expect(edits.filter((text, at) => text === edits[at - 1])).toEqual([]);
  });

  it("makes a task of a forwarded message", async () => {
    const here = await world();
    await here
      .from(1)
      .say("Когда логотип?", { forward_origin: { type: "hidden_user", sender_user_name: "Клиент", date: 1 } });
    const draft = await here.until(({ text }) => text.includes("Черновик"));
    await here.from(1).tap(draft, "Применить");
    await here.until(({ text }) => text.includes("✅"));
    expect(tasks(here, "Когда логотип?")).toHaveLength(1);
  });
});

describe("what people send besides words", () => {
  const privately = { chat: { id: 77, type: "private", first_name: "Анна" } };
  const sent = { text: undefined };

  it("gets an answer: stickers and photos in a private chat, edited messages everywhere", async () => {
    const here = await world();
    await here.from(1).say("", { ...sent, ...privately, sticker: { file_id: "s" } });
    await here.until(({ text }) => text.includes("Я понимаю текст и голосовые"));
    const edited = { message_id: 5, date: 1, text: "да", ...privately, from: { id: 1, language_code: "ru" } };
    await here.bot.receive({ update_id: 9_000_001, edited_message: edited });
    await here.until(({ text }) => text.includes("Правки сообщений я не отслеживаю"));
  });

  it("ignores messages in a group that do not address the bot", async () => {
    const here = await world();
    await here.from(1).say("Ромашка на паузу");
    const draft = await here.until(({ text }) => text.includes("Черновик"));
    await here.from(1).say("", { ...sent, sticker: { file_id: "s" } });
    await here.from(3).say("привет всем");
    await here.from(1).say("да");
    await here.from(1).say("@planwright_bot подожди");
    await here.until(({ text }) => text.startsWith("Жду."));
    expect(here.messages()).toHaveLength(2);
    await here.from(1).say("да", { reply_to_message: { message_id: draft.messageId, from: { is_bot: true } } });
    await here.until(({ text }) => text.includes("✅ Применено"));
  });

  it("finds every command in the menu, in both languages", async () => {
    const here = await world();
    const menus = await eventually(() => {
      const made = here.called.filter(({ method }) => method === "setMyCommands");
      return made.length === 2 ? made : undefined;
    });
    for (const { payload } of menus)
      expect((payload["commands"] as { command: string }[]).map(({ command }) => command)).toEqual([
        "pipeline",
        "drafts",
        "cancel",
        "help",
      ]);
  });

  it("is answered once, also when the process ends between the reply and its receipt", async () => {
    const here = await world();
    const message = { message_id: 6, date: 1, text: "задача: Мудборд", ...privately, from: { id: 1, first_name: "А" } };
    await here.bot.receive({ update_id: 9_000_002, message });
    const next = createTelegramBot({ ...here.deps, store: forgetting(here.chat.store) });
    await next.receive({ update_id: 9_000_002, message });
    expect(here.messages()).toHaveLength(1);
    expect(await here.chat.drafts.list({ tenant: "acme", limit: 10 })).toHaveLength(1);
  });
});

/** The store as it is before the update was marked as seen. */
function forgetting(store: Store): Store {
  return { ...store, record: async (key) => (key.kind === "chat.update" ? undefined : store.record(key)) };
}

describe("voice on Telegram", () => {
  const voice = { text: "", voice: { file_id: "v1", duration: 3, file_size: 9000, mime_type: "audio/ogg" } };

  it("is written down, shown and confirmed before the Draft", async () => {
    const here = await world({ transcriber: hears("Ромашка на паузу", 0.95) });
    await here.from(1).say("", voice);
    const heard = await here.until(({ text }) => text.includes("Я услышал: «Ромашка на паузу»"));
    expect(here.messages().some(({ text }) => text.includes("Черновик"))).toBe(false);
    await here.from(1).tap(heard, "Верно");
    expect((await here.until(({ text }) => text.includes("Черновик"))).labels).toContain("Применить");
  });

  it.each([
    ["121 seconds", { duration: 121 }],
    ["21 MB", { file_size: 21 * 1024 * 1024 }],
  ])("of %s is refused before it is fetched", async (_, more) => {
    const here = await world({ transcriber: hears("x", 1) });
    await here.from(1).say("", { ...voice, voice: { ...voice.voice, ...more } });
    await here.until(({ text }) => text.includes("не больше 120 с и 20 МБ"));
    expect(here.called.some(({ method }) => method === "getFile")).toBe(false);
  });

  it("reports that speech is not configured, or that the recogniser is down", async () => {
    const here = await world();
    await here.from(1).say("", voice);
    await here.until(({ text }) => text.includes("Распознавание речи не настроено"));
    const down = await world({ transcriber: { transcribe: () => Promise.reject(new Error("down")) } });
    await down.from(1).say("", voice);
    await down.until(({ text }) => text.includes("не отвечает"));
  });
});

describe("the transcriber", () => {
  const segment = { start: 0, end: 2, avg_logprob: Math.log(0.9), no_speech_prob: 0 };

  it.each([
    ["segments", { text: " Привет ", segments: [segment] }, 0.9],
    ["a segment without speech", { text: "Привет", segments: [{ ...segment, no_speech_prob: 0.5 }] }, 0.45],
    ["tokens", { text: "Привет", logprobs: [{ logprob: Math.log(0.8) }, { logprob: Math.log(0.8) }] }, 0.8],
    ["words alone", { text: "Привет" }, 0],
  ])("reads an answer of %s", async (_, answer, confidence) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      void textOf(request).then((body) => {
        asked.push(`${request.url} ${request.headers.authorization} ${request.headers["content-type"]} ${body}`);
        response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
      });
    });
    const baseUrl = `${await listen(server)}/v1/`;
    closers.push(() => new Promise((resolve) => server.close(resolve)));
    const transcriber = createOpenAiTranscriber({ baseUrl, model: "whisper-1", key: "k", language: "ru" });
    const { signal } = new AbortController();
    const bytes = new Uint8Array(new TextEncoder().encode("OggS"));
    const heard = await transcriber.transcribe({ bytes, name: "voice.ogg", type: "audio/ogg", signal });
    expect(heard.text).toBe("Привет");
    expect(heard.confidence).toBeCloseTo(confidence, 5);
    expect(asked[0]).toMatch(/^\/v1\/audio\/transcriptions Bearer k multipart\/form-data/);
    expect(asked[0]).toMatch(/whisper-1[\s\S]*verbose_json[\s\S]*ru/);
  });
});
