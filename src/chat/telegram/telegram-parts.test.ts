import { type Api, GrammyError } from "grammy";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryStore } from "../../testing/memory-store/store.ts";
import { createKeyedQueue } from "../../plan/keyed-queue.ts";
import { postCard, type CardPost } from "./post-card.ts";
import { createSeenUpdates } from "./seen-updates.ts";
import { createShownCards } from "./shown-cards.ts";

const card = { card_id: "0198b1f0-7c1e-7cc2-9a55-0d7bb4a7f001", text: "hello", buttons: [] };

function refusal(error_code: number, description: string, parameters = {}): GrammyError {
  return new GrammyError("refused", { ok: false, error_code, description, parameters }, "editMessageText", {});
}

/** A chat whose next calls end as listed, and otherwise succeed; another bot on the same store is another process. */
function chat(...fates: (Error | undefined)[]) {
  const calls: string[] = [];
  const call = (name: string, id: number) => async () => {
    calls.push(name);
    const fate = fates.shift();
    if (fate !== undefined) throw fate;
    return { message_id: id + calls.length };
  };
  const api = {
    sendMessage: call("send", 100),
    editMessageText: call("edit", 0),
    editMessageReplyMarkup: call("strip", 0),
  } as unknown as Api; // the three calls that are made
  const clock = createFakeClock();
  const store = createMemoryStore();
  const shown = createShownCards(store, "acme");
  const post = (where: CardPost["where"] = "place", text = card.text) =>
    postCard({ api, shown: createShownCards(store, "acme"), clock }, { chatId: 7, card: { ...card, text }, where });
  return { calls, clock, shown, post };
}

describe("a card in a chat", () => {
  it("is sent once, then changed in its place; below, the old one loses its buttons", async () => {
    const { calls, post } = chat();
    await post();
    await post("place", "other");
    await post("below");
    expect(calls).toEqual(["send", "edit", "strip", "send"]);
  });

  it("that says the same already is left alone, also by the next process", async () => {
    const { calls, post } = chat();
    await post("place", "one");
    for (const text of ["one", "two", "two", "two", "one", "one"]) await post("shown", text);
    expect(calls).toEqual(["send", "edit", "edit"]);
  });

  it.each([
    ["says that nothing is new", "Bad Request: message is not modified", ["send", "edit"]],
    ["has lost the message", "Bad Request: message to edit not found", ["send", "edit", "send"]],
  ])("is shown all the same where Telegram %s, which is not asked again", async (_, fate, expected) => {
    const { calls, post } = chat(undefined, refusal(400, fate));
    await post();
    await post("place", "other");
    await post("shown", "other");
    expect(calls).toEqual(expected);
  });

  it("whose message is gone is not shown there again", async () => {
    const { calls, post } = chat(undefined, refusal(400, "Bad Request: message to edit not found"));
    await post();
    for (const text of ["one", "two", "three"]) await post("shown", text);
    expect(calls).toEqual(["send", "edit"]);
  });

  it("is shown again if its text is unknown: an edit was lost, or two came at once", async () => {
    const lost = chat(undefined, new Error("connection lost"));
    await lost.post("place", "one");
    await expect(lost.post("place", "two")).rejects.toThrow("connection lost");
    await lost.post("place", "one");
    expect(lost.calls).toEqual(["send", "edit", "edit"]);
    const { calls, post } = chat();
    await post("place", "one");
    await Promise.all([post("place", "two"), post("place", "three")]);
    await post("place", "two");
    await post("place", "two");
    expect(calls).toEqual(["send", "edit", "edit", "edit"]);
  });

  it("waits as long as Telegram asks for, and fails if that is too long", async () => {
    const { calls, post, clock } = chat(refusal(429, "slow down", { retry_after: 5 }));
    const posted = post();
    await expect.poll(() => clock.waiting()).toBe(1);
    clock.advance(5000);
    await posted;
    expect(calls).toEqual(["send", "send"]);
    await expect(chat(refusal(429, "slow down", { retry_after: 500 })).post()).rejects.toThrow(GrammyError);
  });

  it("is found by its message, of the latest sixty", async () => {
    const { shown } = chat();
    for (let id = 1; id <= 70; id += 1) await shown.put(7, { cardId: `card-${id}`, messageId: id });
    expect(await shown.cardOf(7, 70)).toBe("card-70");
    expect(await shown.find(7, "card-11")).toMatchObject({ messageId: 11 });
    expect(await shown.cardOf(7, 10)).toBeUndefined();
    expect(await shown.cardOf(8, 70)).toBeUndefined();
  });
});

describe("an update", () => {
  it("is worked on once, also when it comes while it is, and again when its work failed", async () => {
    const store = createMemoryStore();
    let worked = 0;
    const work = async (): Promise<void> => void (worked += 1);
    const seen = createSeenUpdates(store, "acme");
    await Promise.all([seen.once(5, work), seen.once(5, work)]);
    await seen.once(5, work);
    await createSeenUpdates(store, "acme").once(5, work);
    expect(worked).toBe(1);
    await expect(seen.once(6, () => Promise.reject(new Error("down")))).rejects.toThrow("down");
    await seen.once(6, work);
    await seen.once(5 + 1024, work);
    expect(worked).toBe(3);
  });
});

describe("lanes", () => {
  it("keep their own order, do not wait for each other, and continue after a failure", async () => {
    const lanes = createKeyedQueue();
    const done: string[] = [];
    const held = Promise.withResolvers<void>();
    const first = lanes.run("a", () => held.promise.then(() => void done.push("a1")));
    const failed = lanes.run("a", () => Promise.reject(new Error("no")));
    const last = lanes.run("a", async () => void done.push("a2"));
    await lanes.run("b", async () => void done.push("b1"));
    held.resolve();
    await expect(failed).rejects.toThrow("no");
    await Promise.all([first, last, lanes.idle()]);
    expect(done).toEqual(["b1", "a1", "a2"]);
  });
});
