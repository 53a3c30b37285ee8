import { describe, expect, it } from "vitest";
import type { Change } from "../contracts/api/changes.ts";
import { type Changes, createChanges, type Following, type Told } from "./changes.ts";

const changeOf = (id: string): Change => ({ kind: "run", id });

function open(kept = 3, tenants = 2): Changes {
  let made = 0;
  return createChanges({ next: () => `log${(made += 1)}` }, { kept, tenants });
}

const from = (following: Partial<Following> = {}): Following => ({
  tenant: "acme",
  signal: new AbortController().signal,
  ...following,
});

/** As one word each: the change's id, or what else was told. */
async function take(told: AsyncGenerator<Told, void>, count: number): Promise<string[]> {
  const words: string[] = [];
  while (words.length < count) {
    const { value, done } = await told.next();
    if (done === true) return [...words, "end"];
    words.push(value.event === "change" ? value.change.id : value.event);
  }
  return words;
}

async function lastId(told: AsyncGenerator<Told, void>): Promise<string> {
  const { value } = await told.next();
  await told.return();
  return value?.id ?? "";
}

describe("changes", () => {
  it("are told from now on, in order, to all who read, and of their own tenant alone", async () => {
    const changes = open();
    changes.tell("acme", changeOf("before"));
    const readers = [changes.follow(from()), changes.follow(from())];
    for (const reader of readers) expect(await take(reader, 1)).toEqual(["ready"]);
    for (const id of ["a", "b"]) changes.tell("acme", changeOf(id));
    changes.tell("globex", changeOf("other"));
    changes.tell("acme", changeOf("c"));
    for (const reader of readers) expect(await take(reader, 3)).toEqual(["a", "b", "c"]);
  });

  it("wake who waits", async () => {
    const changes = open();
    const reader = changes.follow(from());
    await take(reader, 1);
    const next = take(reader, 1);
    changes.tell("acme", changeOf("a"));
    expect(await next).toEqual(["a"]);
  });

  it("are taken up after the last one seen", async () => {
    const changes = open();
    const after = await lastId(changes.follow(from()));
    for (const id of ["a", "b"]) changes.tell("acme", changeOf(id));
    expect(await take(changes.follow(from({ after })), 3)).toEqual(["a", "b", "ready"]);
  });

  it.each([
    ["of another process", "other.0"],
    ["that is yet to come", "log1.99"],
  ])("begin with a gap for an id %s", async (_, after) => {
    const changes = open();
    changes.tell("acme", changeOf("a"));
    expect(await take(changes.follow(from({ after })), 2)).toEqual(["gap", "ready"]);
  });

  it("do not wait for a slow reader: it is told of the gap, and goes on from there", async () => {
    const changes = open(3);
    const slow = changes.follow(from());
    await take(slow, 1);
    for (const id of ["a", "b", "c", "d"]) changes.tell("acme", changeOf(id));
    expect(await take(slow, 1)).toEqual(["gap"]);
    changes.tell("acme", changeOf("e"));
    expect(await take(slow, 1)).toEqual(["e"]);
  });

  it("of a tenant that was forgotten for others begin with a gap; one that is read is not forgotten", async () => {
    const changes = open(3, 2);
    const reader = changes.follow(from({ tenant: "read" }));
    await take(reader, 1);
    const after = await lastId(changes.follow(from()));
    for (const tenant of ["x", "y", "z"]) changes.tell(tenant, changeOf("a"));
    expect((await take(changes.follow(from({ after })), 1))[0]).toBe("gap");
    changes.tell("read", changeOf("b"));
    expect(await take(reader, 1)).toEqual(["b"]);
  });

  it("end when the signal fires, also while waiting", async () => {
    const stop = new AbortController();
    const reader = open().follow(from({ signal: stop.signal }));
    await take(reader, 1);
    const next = take(reader, 1);
    stop.abort();
    expect(await next).toEqual(["end"]);
  });

  it("that nobody told of are a gap to every reader, and to whoever comes back", async () => {
    const changes = open();
    const reader = changes.follow(from());
    expect(await take(reader, 1)).toEqual(["ready"]);
    changes.tell("acme", changeOf("a"));
    expect(await take(reader, 1)).toEqual(["a"]);
    const after = await lastId(changes.follow(from()));
    changes.missed();
    expect(await take(reader, 1)).toEqual(["gap"]);
    changes.tell("acme", changeOf("b"));
    expect(await take(reader, 1)).toEqual(["b"]);
    expect(await take(changes.follow(from({ after })), 2)).toEqual(["gap", "ready"]);
  });
});
