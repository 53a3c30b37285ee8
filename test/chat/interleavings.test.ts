import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Card, ChatReply } from "../../src/contracts/api/chat.ts";
import { onPostgres } from "../support/test-store.ts";
import { anna, boris, type ChatWorld, openChatWorld } from "./support/chat-world.ts";

// People say, tap, tap again, tap what is old or not theirs, edit, wait too long, and the process starts anew. A task may come
// into being only by a tap of its author on Apply of the card that stood there last, in time, and then once.

type Op =
  | { do: "say"; who: 0 | 1; task: number }
  | { do: "tap"; who: 0 | 1; card: number; label: "Применить" | "Отменить" | "Изменить"; again: boolean }
  | { do: "old"; who: 0 | 1; data: number }
  | { do: "wait"; minutes: number }
  | { do: "restart" };

const who = fc.constantFrom<0 | 1>(0, 1);
const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("say" as const), who, task: fc.nat(4) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("tap" as const),
      who,
      card: fc.nat(5),
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

/** What a bystander sees: the cards as they stand, whose they are, until when, and what was rightly asked for. */
type Seen = {
  cards: Map<string, { card: Card; author: string; until: number; title: string }>;
  data: string[];
  granted: Map<string, number>;
  taps: number;
};

function note(seen: Seen, reply: ChatReply, author: string, now: number): void {
  for (const card of reply.cards) {
    const title = /задача «(.+)»/.exec(card.text)?.[1] ?? "";
    const before = seen.cards.get(card.card_id);
    const until = before?.until ?? now + expiryMs;
    seen.cards.set(card.card_id, {
      card,
      author: before?.author ?? author,
      until,
      title: title || (before?.title ?? ""),
    });
    for (const button of card.buttons.flat()) if ("data" in button) seen.data.push(button.data);
  }
}

async function step(world: ChatWorld, seen: Seen, op: Exclude<Op, { do: "restart" }>): Promise<void> {
  if (op.do === "wait") return world.clock.advance(op.minutes * 60_000);
  const actor = people[op.who];
  const tapped = async (data: string, again: boolean): Promise<void> => {
    const now = world.clock.now();
    const shown = [...seen.cards.values()].find(({ card }) =>
      card.buttons.flat().some((one) => "data" in one && one.data === data && one.label === "Применить"),
    );
    if (shown !== undefined && shown.author === actor.id && now < shown.until)
      seen.granted.set(shown.title, (seen.granted.get(shown.title) ?? 0) + 1);
    const id = `tap-${(seen.taps += 1)}`;
    const replies = await Promise.all(
      (again ? [id, id, `${id}-b`] : [id]).map((one) => world.tapData(data, actor, one)),
    );
    for (const reply of replies) note(seen, reply, actor.id, now);
  };
  if (op.do === "say") return note(seen, await world.say(`задача: T${op.task}`, actor), actor.id, world.clock.now());
  if (op.do === "old") {
    const data = seen.data[op.data % Math.max(1, seen.data.length)];
    return data === undefined ? undefined : tapped(data, false);
  }
  const cards = [...seen.cards.values()].filter(({ card }) => card.buttons.length > 0);
  const button = cards[op.card % Math.max(1, cards.length)]?.card.buttons.flat().find((one) => one.label === op.label);
  if (button !== undefined && "data" in button) await tapped(button.data, op.again);
}

describe("interleavings in the chat", () => {
  it("write only what was asked for by its author, in time, on the newest card", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(op, { minLength: 4, maxLength: 24 }), async (ops) => {
        let world = await openChatWorld();
        const seen: Seen = { cards: new Map(), data: [], granted: new Map(), taps: 0 };
        try {
          for (const one of ops) {
            if (one.do !== "restart") await step(world, seen, one);
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
      { seed: 6, numRuns: onPostgres ? 10 : 200 },
    );
  });
});
