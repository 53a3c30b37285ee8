import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Card, ChatReply } from "../../src/contracts/api/chat.ts";
import { onPostgres } from "../support/test-store.ts";
import { anna, boris, type ChatWorld, openChatWorld } from "./support/chat-world.ts";

// People say, tap, tap again, tap what is old or not theirs, say yes, no and undo, correct a Draft in words, wait too long, and
// the process starts again. A task may come into being only by a yes of its author - a tap on Apply, or a word - to the card that
// was shown to them last, in time, and then once.

type Op =
  | { do: "say"; who: 0 | 1; task: number }
  | { do: "word"; who: 0 | 1; word: string; reply: number }
  | { do: "correct"; who: 0 | 1; task: number; card: number }
  | { do: "elsewhere"; task: number; card: number }
  | { do: "tap"; who: 0 | 1; card: number; label: "Применить" | "Отменить" | "Изменить"; again: boolean }
  | { do: "old"; who: 0 | 1; data: number }
  | { do: "wait"; minutes: number }
  | { do: "restart" };

const who = fc.constantFrom<0 | 1>(0, 1);
const task = fc.nat(4);
const card = fc.nat(5);
const words = ["да", "ок", "применяй", "да?", "нет", "отмена", "undo", "верни как было", "подожди", "1", "спасибо"];
const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("say" as const), who, task }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("word" as const),
      who,
      word: fc.constantFrom("да", ...words),
      reply: fc.nat(11),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("correct" as const), who, task, card }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("elsewhere" as const), task, card }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("tap" as const),
      who,
      card,
      label: fc.constantFrom("Применить" as const, "Применить" as const, "Отменить" as const, "Изменить" as const),
      again: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("old" as const), who, data: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 11 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: "restart" as const }) },
);

const people = [anna, boris] as const;
const expiryMs = 10 * 60_000;
const isYes = (word: string): boolean => /^(?:да|ок|применяй)$/.test(word);

type SeenCard = { card: Card; author: string; until: number; title: string };

/** What an observer knows: the cards as shown, their owners and expiry, and the requests that were valid. */
type ChatLog = {
  cards: Map<string, SeenCard>;
  data: string[];
  granted: Map<string, number>;
  taps: number;
};

function note(seen: ChatLog, reply: ChatReply, author: string, now: number): void {
  for (const card of reply.cards) {
    const title = /задача «(.+)»/.exec(card.text)?.[1];
    const before = seen.cards.get(card.card_id);
    // A new revision can be decided on for ten minutes from now.
    const isNew = before === undefined || dataOf(before.card) !== dataOf(card);
    const until = isNew ? now + expiryMs : before.until;
    seen.cards.set(card.card_id, {
      card,
      author: before?.author ?? author,
      until,
      title: title ?? before?.title ?? "",
    });
    for (const button of card.buttons.flat()) if ("data" in button) seen.data.push(button.data);
  }
}

function dataOf({ buttons }: Card): string | undefined {
  const [apply] = buttons.flat().filter(({ label }) => label === "Применить");
  return apply !== undefined && "data" in apply ? apply.data : undefined;
}

function grant({ granted }: ChatLog, shown: SeenCard | undefined, by: string, now: number): void {
  if (shown === undefined || shown.author !== by || now >= shown.until) return;
  granted.set(shown.title, (granted.get(shown.title) ?? 0) + 1);
}

type ActContext = { world: ChatWorld; seen: ChatLog };

async function speak({ world, seen }: ActContext, op: Extract<Op, { do: "word" | "correct" }>): Promise<void> {
  const actor = people[op.who];
  const now = world.clock.now();
  const drafts = [...seen.cards.values()].filter(({ card }) => dataOf(card) !== undefined);
  const at = op.do === "word" ? op.reply - 4 : op.card;
  const replied = at < 0 ? undefined : drafts[at % Math.max(1, drafts.length)];
  const mine = drafts.filter(({ author }) => author === actor.id);
  // A word without a reply can only be for a Draft of one's own.
  if (op.do === "word" && isYes(op.word))
    for (const shown of replied === undefined ? mine : [replied]) grant(seen, shown, actor.id, now);
  const text = op.do === "word" ? op.word : `задача: T${op.task}`;
  const more = replied === undefined ? {} : { reply_to: replied.card.card_id };
  note(seen, await world.say(text, actor, more), actor.id, now);
}

/** The author edits the Draft in the inbox: the chat shows the old revision until it is asked. */
async function editElsewhere({ world, seen }: ActContext, op: Extract<Op, { do: "elsewhere" }>): Promise<void> {
  const drafts = [...seen.cards.values()].filter(({ card }) => dataOf(card) !== undefined);
  const shown = drafts[op.card % Math.max(1, drafts.length)];
  const revisionId = shown && dataOf(shown.card)?.split(":").at(-1);
  if (shown === undefined || revisionId === undefined) return;
  const edit = { actions: [], remove: [], text: `задача: T${op.task}` };
  await world.drafts.edit({ tenant: "acme", actor: { id: shown.author }, shown: { revisionId }, edit });
}

async function tap({ world, seen }: ActContext, op: Extract<Op, { do: "tap" | "old" }>): Promise<void> {
  const actor = people[op.who];
  const cards = [...seen.cards.values()].filter(({ card }) => card.buttons.length > 0);
  const button =
    op.do === "old"
      ? undefined
      : cards[op.card % Math.max(1, cards.length)]?.card.buttons.flat().find((one) => one.label === op.label);
  const data =
    op.do === "old"
      ? seen.data[op.data % Math.max(1, seen.data.length)]
      : button !== undefined && "data" in button
        ? button.data
        : undefined;
  if (data === undefined) return;
  const now = world.clock.now();
  const shown = [...seen.cards.values()].find(({ card }) => dataOf(card) === data);
  grant(seen, shown, actor.id, now);
  const id = `tap-${(seen.taps += 1)}`;
  const again = op.do === "tap" && op.again;
  const replies = await Promise.all((again ? [id, id, `${id}-b`] : [id]).map((one) => world.tapData(data, actor, one)));
  for (const reply of replies) note(seen, reply, actor.id, now);
}

async function step(acting: ActContext, op: Exclude<Op, { do: "restart" }>): Promise<void> {
  const { world, seen } = acting;
  switch (op.do) {
    case "say":
      return note(seen, await world.say(`задача: T${op.task}`, people[op.who]), people[op.who].id, world.clock.now());
    case "word":
    case "correct":
      return speak(acting, op);
    case "elsewhere":
      return editElsewhere(acting, op);
    case "tap":
    case "old":
      return tap(acting, op);
    case "wait":
      return world.clock.advance(op.minutes * 60_000);
    default:
      return op satisfies never;
  }
}

/** 10,000 interleavings of at least four steps take minutes: CHAT_RUNS=10000. */
const numRuns = Number(process.env["CHAT_RUNS"] ?? (onPostgres ? 10 : 200));

describe("interleavings in the chat", () => {
  it(
    "write only what its author said yes to, in time, as it was shown",
    { timeout: 60_000 + numRuns * 600 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(op, { minLength: 4, maxLength: 24 }), async (ops) => {
          let world = await openChatWorld();
          const seen: ChatLog = { cards: new Map(), data: [], granted: new Map(), taps: 0 };
          try {
            for (const one of ops) {
              if (one.do !== "restart") await step({ world, seen }, one);
              else {
                await world.stop();
                world = await openChatWorld(world);
              }
              const made = Map.groupBy(
                world.workspace().issues.filter(({ title }) => /^T\d$/.test(title)),
                (i) => i.title,
              );
              for (const [title, { length }] of made) expect(length).toBeLessThanOrEqual(seen.granted.get(title) ?? 0);
              expect(world.log.lines.filter(({ level }) => level === "error")).toEqual([]);
            }
          } finally {
            await world.stop();
          }
        }),
        { seed: 6, numRuns },
      );
    },
  );
});
