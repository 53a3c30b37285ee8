import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSchema, type TestSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import { openGate } from "../../../test/support/tcp-gate.ts";
import { openPostgres, type PostgresDatabase } from "./database.ts";
import { createListener } from "./listener.ts";
import { migrations } from "./migrations/index.ts";
import { toStoreError } from "./postgres-error.ts";

const count = "INSERT INTO counters (tenant, key, value) VALUES ($1, $2, 0)";

describe.skipIf(postgresAbsent !== undefined)(`a Postgres database ${postgresAbsent ?? ""}`, () => {
  let schema: TestSchema;
  const opened: PostgresDatabase[] = [];
  const open = (url = schema.url, list = migrations): PostgresDatabase => {
    const db = openPostgres({ url, migrations: list, connections: 3 });
    opened.push(db);
    return db;
  };
  beforeEach(async () => {
    schema = await openSchema();
  });
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close();
    await schema.drop();
  });

  it("is migrated once by concurrent processes", async () => {
    expect((await open().inspect()).missing).toHaveLength(migrations.length);
    const done = await Promise.all([open(), open(), open(), open()].map((db) => db.migrate()));
    expect(done.flat().toSorted()).toEqual(migrations.map(({ name }) => name));
    expect(await open().inspect()).toMatchObject({ missing: [], version: expect.stringMatching(/^\d+/) });
  });

  it("migrates forward, and rolls back a failing migration", async () => {
    await open(schema.url, migrations.slice(0, 2)).migrate();
    const wrong = [...migrations, { name: "9999-wrong", sql: "CREATE TABLE later (id text); SELECT wrong" }];
    await expect(open(schema.url, wrong).migrate()).rejects.toMatchObject({ code: "broken" });
    expect((await open().inspect()).missing).toHaveLength(migrations.length - 2);
    expect(await open().migrate()).toHaveLength(migrations.length - 2);
  });

  it("rejects a schema of a newer or different release", async () => {
    await open(schema.url, [...migrations, { name: "9999-new", sql: "SELECT 1" }]).migrate();
    await expect(open().migrate()).rejects.toMatchObject({ code: "incompatible" });
    const [first, ...rest] = migrations;
    const changed = [{ name: first?.name ?? "", sql: "SELECT 2" }, ...rest];
    await expect(open(schema.url, changed).read("SELECT 1")).rejects.toMatchObject({ code: "incompatible" });
  });

  it("prepares statements with one plan, and stops when a connection forgets them, as behind a pooler", async () => {
    const db = openPostgres({ url: schema.url, connections: 1 });
    opened.push(db);
    const add = (key: string) => db.write([{ sql: count, values: ["t", key] }]);
    const planned = () =>
      db.read("SELECT count(*) AS names FROM pg_prepared_statements WHERE NOT statement LIKE '%pg_prep%'");
    await add("a");
    expect(await planned()).toEqual([{ names: "1" }]);
    await db.read("DEALLOCATE ALL");
    await Promise.all(["b", "c", "d"].map(add));
    expect(await db.read("SELECT key FROM counters ORDER BY key")).toHaveLength(4);
    expect(await planned()).toEqual([{ names: "0" }]);
  });

  it("is atomic, although all statements are pipelined", async () => {
    const refuse = () => {
      throw new Error("no");
    };
    const add = (key: string, check?: () => void) => ({ sql: count, values: ["t", key], ...(check && { check }) });
    await expect(schema.db.write([add("a"), add("b", refuse)])).rejects.toThrow("no");
    await expect(schema.db.write([add("a"), add("a"), add("b")])).rejects.toMatchObject({ code: "conflict" });
    expect(await schema.db.read("SELECT key FROM counters")).toEqual([]);
    await schema.db.write([add("a"), add("b")]);
    expect(await schema.db.read("SELECT key FROM counters ORDER BY key")).toEqual([{ key: "a" }, { key: "b" }]);
  });

  it.each(["\0", "a\0b", "\u{F0000}", "\u{F0000}0", "\u{F0000}\0", "мир 🌍"])(
    "keeps the text %j as it is",
    async (text) => {
      await schema.db.write([{ sql: count, values: ["t", text] }]);
      expect(await schema.db.read("SELECT key FROM counters WHERE key = ANY($1)", [[text]])).toEqual([{ key: text }]);
    },
  );

  it("retries colliding transactions", async () => {
    await schema.db.write(["a", "b"].map((key) => ({ sql: count, values: ["t", key] })));
    const more = (key: string) => ({ sql: "UPDATE counters SET value = value + 1 WHERE key = $1", values: [key] });
    const tries = Array.from({ length: 20 }, (_, at) =>
      schema.db.write(at % 2 ? [more("a"), more("b")] : [more("b"), more("a")]),
    );
    await Promise.all(tries);
    expect(await schema.db.read("SELECT value FROM counters")).toEqual([{ value: "20" }, { value: "20" }]);
  });

  it("is busy while unreachable, continues afterwards, and is closed when closed", async () => {
    const gate = await openGate(schema.url);
    const db = open(gate.url);
    await db.read("SELECT 1");
    await gate.shut();
    await expect(db.read("SELECT 1")).rejects.toMatchObject({ code: "busy" });
    await expect(db.write([{ sql: count, values: ["t", "a"] }])).rejects.toMatchObject({ code: "busy" });
    await gate.open();
    await db.write([{ sql: count, values: ["t", "a"] }]);
    expect(await db.read("SELECT count(*)::int AS n FROM counters")).toEqual([{ n: 1 }]);
    await db.close();
    await expect(db.read("SELECT 1")).rejects.toMatchObject({ code: "closed" });
    await gate.shut();
  });

  it("learns the outcome of an unanswered commit", async () => {
    const gate = await openGate(schema.url);
    const db = open(gate.url);
    await db.migrate();
    gate.cutAfter("COMMIT");
    await db.write([{ sql: count, values: ["t", "a"] }]);
    expect(await db.read("SELECT key FROM counters")).toEqual([{ key: "a" }]);
    await db.close();
    await gate.shut();
  });
});

describe.skipIf(postgresAbsent !== undefined)("messages between processes", () => {
  it("reach listeners on the same schema, and a reconnected listener is told that it may have missed some", async () => {
    const [here, elsewhere] = [await openSchema(), await openSchema()];
    const gate = await openGate(here.url);
    const far = openPostgres({ url: gate.url });
    const heard: (readonly string[])[] = [];
    far.listen("job", (words) => heard.push(words));
    far.listen("notice", () => undefined);
    await vi.waitFor(() => expect(heard).toEqual([[]]), 5_000);
    elsewhere.db.notify("job", "of another schema");
    here.db.notify("notice", "of another topic");
    far.notify("job", "of its own");
    for (const word of ["a", "b", "b"]) here.db.notify("job", word);
    await vi.waitFor(() => expect(heard.flat()).toEqual(["a", "b"]), 5_000);
    heard.length = 0;
    await gate.shut();
    await gate.open();
    await vi.waitFor(() => expect(heard).toEqual([[]]), 5_000);
    here.db.notify("job", "c".repeat(9_000));
    await vi.waitFor(() => expect(heard).toEqual([[], []]), 5_000);
    heard.length = 0;
    const many = Array.from({ length: 300 }, (_, at) => `${at} ${"d".repeat(50)}`);
    for (const word of many) here.db.notify("job", word);
    await vi.waitFor(() => expect(heard.flat()).toEqual(many), 5_000);
    await far.close();
    await gate.shut();
    for (const schema of [here, elsewhere]) await schema.drop();
  });

  it("are requested again by a process that does not receive its own, as behind a pooler that drops them", async () => {
    const schema = await openSchema();
    const deaf = createListener({ url: schema.url, read: async () => [], checkMs: 50 });
    let missed = 0;
    const stop = deaf.listen("notice", (words) => (missed += words.length === 0 ? 1 : 0));
    await vi.waitFor(() => expect(missed).toBeGreaterThan(2), 10_000);
    await stop();
    await deaf.close();
    await schema.drop();
  });
});

describe.skipIf(postgresAbsent !== undefined)("a listener without a free connection to send", () => {
  const checkMs = 10_000;
  const stalled = () => new Promise<never>(() => undefined);
  let schema: TestSchema;
  beforeEach(async () => {
    schema = await openSchema();
    await schema.db.migrate();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await schema.drop();
  });
  const listenTo = (url: string) => {
    const heard: (readonly string[])[] = [];
    const listener = createListener({ url, read: stalled, checkMs });
    return { heard, stop: listener.listen("notice", (words) => heard.push(words)) };
  };

  it("keeps receiving, and reports nothing missed", async () => {
    const { heard, stop } = listenTo(schema.url);
    await vi.waitFor(() => expect(heard).toEqual([[]]), 10_000);
    // The second word of each check comes when the check itself has surely been answered.
    const words = ["a", "a'", "b", "b'", "c", "c'", "d", "d'"];
    for (const [at, word] of words.entries()) {
      if (at % 2 === 0) vi.advanceTimersByTime(checkMs);
      schema.db.notify("notice", word);
      await vi.waitFor(() => expect(heard.flat()).toContain(word), 10_000);
    }
    expect(heard).toEqual([[], ...words.map((word) => [word])]);
    await stop();
  });

  it("still detects a dead connection", async () => {
    const gate = await openGate(schema.url);
    const { heard, stop } = listenTo(gate.url);
    await vi.waitFor(() => expect(heard).toEqual([[]]), 10_000);
    gate.mute();
    for (let check = 0; check < 2; check += 1) vi.advanceTimersByTime(checkMs);
    await vi.waitFor(() => expect(heard).toEqual([[], []]), 10_000);
    await stop();
    await gate.shut();
  });
});

describe("what Postgres says", () => {
  it.each([
    ["23505", "conflict"],
    ["40001", "busy"],
    ["57P01", "busy"],
    ["08006", "busy"],
    ["53300", "busy"],
    ["53100", "full"],
    ["55P03", "busy"],
    ["42P01", "broken"],
    ["ECONNREFUSED", "busy"],
  ])("%s is %s", (code, expected) => {
    expect(toStoreError(Object.assign(new Error("said"), { code })).code).toBe(expected);
  });
});
