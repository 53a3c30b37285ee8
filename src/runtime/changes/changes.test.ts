import { describe, expect, it } from "vitest";
import type { Change } from "../../contracts/api/changes.ts";
import { type Changes, createChanges, type ChangeSubscription, type ChangeEvent } from "./changes.ts";

const changeOf = (id: string): Change => ({ kind: "run", id });

function open(kept = 3, tenants = 2): Changes {
  let made = 0;
  return createChanges({ next: () => `log${(made += 1)}` }, { kept, tenants });
}

const from = (following: Partial<ChangeSubscription> = {}): ChangeSubscription => ({
  tenant: "acme",
  signal: new AbortController().signal,
  ...following,
});

/** Each as one word: the id of the change, or the kind of the event. */
async function take(told: AsyncGenerator<ChangeEvent, void>, count: number): Promise<string[]> {
  const words: string[] = [];
  while (words.length < count) {
    const { value, done } = await told.next();
    if (done === true) return [...words, "end"];
    words.push(value.event === "change" ? value.change.id : value.event);
  }
  return words;
}

async function lastId(told: AsyncGenerator<ChangeEvent, void>): Promise<string> {
  const { value } = await told.next();
  await told.return();
  return value?.id ?? "";
}

describe("changes", () => {
  it("are sent from now on, in order, to all readers of the tenant", async () => {
    const changes = open();
    changes.publish("acme", changeOf("before"));
    const readers = [changes.subscribe(from()), changes.subscribe(from())];
    for (const reader of readers) expect(await take(reader, 1)).toEqual(["ready"]);
    for (const id of ["a", "b"]) changes.publish("acme", changeOf(id));
    changes.publish("globex", changeOf("other"));
    changes.publish("acme", changeOf("c"));
    for (const reader of readers) expect(await take(reader, 3)).toEqual(["a", "b", "c"]);
  });

  it("wake waiting readers", async () => {
    const changes = open();
    const reader = changes.subscribe(from());
    await take(reader, 1);
    const next = take(reader, 1);
    changes.publish("acme", changeOf("a"));
    expect(await next).toEqual(["a"]);
  });

  it("resume after the last received id", async () => {
    const changes = open();
    const after = await lastId(changes.subscribe(from()));
    for (const id of ["a", "b"]) changes.publish("acme", changeOf(id));
    expect(await take(changes.subscribe(from({ after })), 3)).toEqual(["a", "b", "ready"]);
  });

  it.each([
    ["of another process", "other.0"],
    ["that is yet to come", "log1.99"],
  ])("begin with a gap for an id %s", async (_, after) => {
    const changes = open();
    changes.publish("acme", changeOf("a"));
    expect(await take(changes.subscribe(from({ after })), 2)).toEqual(["gap", "ready"]);
  });

  it("do not wait for a slow reader: it gets a gap and continues", async () => {
    const changes = open(3);
    const slow = changes.subscribe(from());
    await take(slow, 1);
    for (const id of ["a", "b", "c", "d"]) changes.publish("acme", changeOf(id));
    expect(await take(slow, 1)).toEqual(["gap"]);
    changes.publish("acme", changeOf("e"));
    expect(await take(slow, 1)).toEqual(["e"]);
  });

  it("of an evicted tenant begin with a gap; tenants with readers are not evicted", async () => {
    const changes = open(3, 2);
    const reader = changes.subscribe(from({ tenant: "read" }));
    await take(reader, 1);
    const after = await lastId(changes.subscribe(from()));
    for (const tenant of ["x", "y", "z"]) changes.publish(tenant, changeOf("a"));
    expect((await take(changes.subscribe(from({ after })), 1))[0]).toBe("gap");
    changes.publish("read", changeOf("b"));
    expect(await take(reader, 1)).toEqual(["b"]);
  });

  it("end when the signal fires, also while waiting", async () => {
    const stop = new AbortController();
    const reader = open().subscribe(from({ signal: stop.signal }));
    await take(reader, 1);
    const next = take(reader, 1);
    stop.abort();
    expect(await next).toEqual(["end"]);
  });

  it("that were missed are a gap for every reader, also for resuming ones", async () => {
    const changes = open();
    const reader = changes.subscribe(from());
    expect(await take(reader, 1)).toEqual(["ready"]);
    changes.publish("acme", changeOf("a"));
    expect(await take(reader, 1)).toEqual(["a"]);
    const after = await lastId(changes.subscribe(from()));
    changes.publishGap();
    expect(await take(reader, 1)).toEqual(["gap"]);
    changes.publish("acme", changeOf("b"));
    expect(await take(reader, 1)).toEqual(["b"]);
    expect(await take(changes.subscribe(from({ after })), 2)).toEqual(["gap", "ready"]);
  });
});
