import { describe, expect, it } from "vitest";
import type { ChatInput, ChatReply } from "../../src/contracts/api/chat.ts";
import type { Store } from "../../src/ports/store.ts";
import { openTestStore } from "../support/test-store.ts";
import { type ChatWorld, dataOf, openChatWorld, tenant } from "./support/chat-world.ts";

/** A store whose process ends after so many writes: nothing that comes later reaches the data. */
function crashingStore(store: Store, writes: number): { store: Store; crashed: Promise<undefined> } {
  let left = writes;
  const crashed = Promise.withResolvers<undefined>();
  const crashing: Store = {
    ...store,
    write: (work) => {
      left -= 1;
      if (left >= 0) return store.write(work);
      crashed.resolve(undefined);
      return Promise.reject(new Error("crashed"));
    },
  };
  return { store: crashing, crashed: crashed.promise };
}

type Scenario = {
  /** Leads to the moment before the delivery, and returns it. */
  prepare: (world: ChatWorld) => Promise<ChatInput>;
  /** What the person sees in the end, and what was written. */
  expected: { text: RegExp; issues: number; drafts: number };
};

const message = (text: string): ChatInput => ({ kind: "message", text, forwarded: false, message_id: "m1" });
const title = "Мудборд";

const scenarios: Record<string, Scenario> = {
  "a request": {
    prepare: async () => message(`задача: ${title}`),
    expected: { text: /Мудборд/, issues: 0, drafts: 1 },
  },
  "a request that puts a Draft aside": {
    prepare: async (world) => {
      await world.say("Ромашка на паузу");
      return message(`задача: ${title}`);
    },
    expected: { text: /Мудборд/, issues: 0, drafts: 2 },
  },
  "a tap on Apply": {
    prepare: async (world) => {
      const { cards } = await world.say(`задача: ${title}`);
      return { kind: "tap", tap_id: "t1", data: dataOf(cards[0], "Применить") };
    },
    expected: { text: /✅ Применено/, issues: 1, drafts: 0 },
  },
  "a yes in words": {
    prepare: async (world) => {
      await world.say(`задача: ${title}`);
      return message("да");
    },
    expected: { text: /✅ Применено/, issues: 1, drafts: 0 },
  },
  "a change in words": {
    prepare: async (world) => {
      const { cards } = await world.say("задача: Другое");
      await world.tap(cards[0], "Изменить");
      return message(`задача: ${title}`);
    },
    expected: { text: /Мудборд/, issues: 0, drafts: 1 },
  },
  "an answer in words": {
    prepare: async (world) => {
      await world.say("задача");
      await world.say("срочно");
      return message(title);
    },
    expected: { text: /Мудборд/, issues: 0, drafts: 1 },
  },
  "an undo in words": {
    prepare: async (world) => {
      await world.say("Ромашка на паузу");
      await world.say("да");
      return message("верни как было");
    },
    expected: { text: /На паузе → Переговоры/, issues: 0, drafts: 1 },
  },
  "a voice message": {
    prepare: async () => ({ kind: "voice", file_id: "v", transcript: "воронка", confidence: 0.9, message_id: "m1" }),
    expected: { text: /Все сделки/, issues: 0, drafts: 0 },
  },
  "a tap that confirms a transcript": {
    prepare: async (world) => {
      const { cards } = await world.hear(`задача: ${title}`, 0.95);
      return { kind: "tap", tap_id: "t1", data: dataOf(cards[0], "Верно") };
    },
    expected: { text: /Мудборд[\s\S]*Применить/, issues: 0, drafts: 1 },
  },
  "a tap that confirms words hardly heard": {
    prepare: async (world) => {
      const { cards } = await world.hear(`задача: ${title}`, 0.5);
      return { kind: "tap", tap_id: "t1", data: dataOf(cards[0], "Верно") };
    },
    expected: { text: /Мудборд[\s\S]*Применить/, issues: 0, drafts: 1 },
  },
};

function textOf({ cards }: ChatReply): string {
  return cards.map(({ text, buttons }) => [text, ...buttons.flat().map(({ label }) => label)].join("\n")).join("\n");
}

async function outcomeOf({ drafts, workspace }: ChatWorld): Promise<{ issues: number; drafts: number }> {
  const open = await drafts.list({ tenant, status: "DRAFT", limit: 20 });
  return { issues: workspace().issues.filter((one) => one.title === title).length, drafts: open.length };
}

/** The delivery with a crash after so many writes, then the same delivery to the next process, twice. */
async function deliver({ prepare }: Scenario, writes: number) {
  const { store } = await openTestStore();
  const before = await openChatWorld({ store });
  const input = await prepare(before);
  await before.stop();
  const crashing = crashingStore(store, writes);
  const dying = await openChatWorld({ ...before, store: crashing.store });
  const lost = await Promise.race([dying.handle(input).catch(() => undefined), crashing.crashed]);
  await dying.stop();
  const after = await openChatWorld({ ...before, store });
  try {
    const reply = await after.handle(input);
    const outcome = await outcomeOf(after);
    const again = await after.handle(input);
    expect(await outcomeOf(after)).toEqual(outcome);
    expect(again.cards.map(({ card_id: id }) => id)).toEqual(reply.cards.map(({ card_id: id }) => id));
    return { hasCrashed: lost === undefined, outcome, text: textOf(reply) };
  } finally {
    await after.stop();
  }
}

describe("a crash between two writes", () => {
  it.each(Object.keys(scenarios))("loses nothing and does nothing twice: %s", { timeout: 60_000 }, async (name) => {
    const scenario = scenarios[name] as Scenario; // a key of the table
    let writes = 0;
    for (let hasCrashed = true; hasCrashed; writes += 1) {
      const done = await deliver(scenario, writes);
      const { text, ...counts } = scenario.expected;
      expect({ writes, ...done.outcome }).toEqual({ writes, ...counts });
      expect(done.text).toMatch(text);
      ({ hasCrashed } = done);
    }
    expect(writes).toBeGreaterThan(2);
  });
});
