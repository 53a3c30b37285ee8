import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Keys } from "../../ports/keys.ts";
import { type Database, openDatabase } from "../../store/sqlite/database.ts";
import { createKeys } from "../../store/keys.ts";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { hashKey, isSameHash } from "./key-text.ts";
import { createKeyring, keyCacheTtlMs, lastUsedIntervalMs } from "./keyring.ts";

const grant = { tenant: "acme", name: "ci", scopes: ["plan", "runs"] } as const;

let folder: string;
let clock: FakeClock;
const opened: Database[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-keys-"));
  clock = createFakeClock();
});

afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
  rmSync(folder, { recursive: true });
});

/** A second keyring on the same file, like another process. */
function openKeyring() {
  const db = openDatabase({ path: join(folder, "planwright.db") });
  opened.push(db);
  const stored = createKeys(db);
  const log = createMemoryLog();
  const calls = { find: 0, noteUse: 0 };
  const keys: Keys = {
    ...stored,
    find: (id) => ((calls.find += 1), stored.find(id)),
    noteUse: (id, at) => ((calls.noteUse += 1), stored.noteUse(id, at)),
  };
  return { ring: createKeyring({ keys, clock, log }), keys, log, calls };
}

describe("a key", () => {
  it("authenticates its owner with tenant and scopes", async () => {
    const { ring } = openKeyring();
    const { key, text } = await ring.issue(grant);
    expect(text).toMatch(/^pw_[0-9a-f]{16}_[\w-]{43}$/);
    expect(await ring.verify(text)).toEqual({
      tenant: "acme",
      name: `key:ci#${key.id}`,
      scopes: new Set(["plan", "runs"]),
    });
  });

  it("is stored as a hash: neither its text nor its secret is in any file", async () => {
    const { ring } = openKeyring();
    const { text } = await ring.issue(grant);
    await ring.verify(text);
    await Promise.all(opened.splice(0).map((db) => db.close()));
    const secret = text.slice(20);
    expect(secret).toHaveLength(43);
    const bytes = Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))));
    expect(bytes.includes(hashKey(text))).toBe(true);
    for (const trace of [text, secret, Buffer.from(secret, "base64url")]) expect(bytes.includes(trace)).toBe(false);
  });

  it("appears in no listing and no log line", async () => {
    const { ring, keys, log } = openKeyring();
    const { text } = await ring.issue(grant);
    keys.noteUse = () => Promise.reject(new Error("disk full"));
    expect(await ring.verify(text)).toBeDefined();
    await Promise.resolve();
    expect(log.lines).toEqual([expect.objectContaining({ level: "warn" })]);
    expect(JSON.stringify([await ring.list(), log.lines])).not.toContain(text.slice(20));
    expect(JSON.stringify(await ring.list())).not.toContain(hashKey(text));
  });

  it.each([
    ["nothing", () => ""],
    ["a word", () => "hunter2"],
    ["another secret under the same id", (text: string) => `${text.slice(0, 20)}${"A".repeat(43)}`],
    ["the secret under an id that is not there", (text: string) => `pw_${"0".repeat(16)}${text.slice(19)}`],
    ["the text with something after it", (text: string) => `${text}A`],
    ["the text with a line break after it", (text: string) => `${text}\n`],
    ["the hash", (text: string) => hashKey(text)],
    ["SQL", () => "pw_' OR 1=1 --_"],
  ])("is not %s", async (_, forge) => {
    const { ring } = openKeyring();
    const { text } = await ring.issue(grant);
    expect(await ring.verify(forge(text))).toBeUndefined();
  });

  it("stops working at the moment it expires, whatever is cached", async () => {
    const { ring } = openKeyring();
    const { text } = await ring.issue({ ...grant, expiresAt: clock.now() + 500 });
    clock.advance(499);
    expect(await ring.verify(text)).toBeDefined();
    expect(await ring.hasActiveKey()).toBe(true);
    clock.advance(1);
    expect(await ring.verify(text)).toBeUndefined();
    expect(await ring.hasActiveKey()).toBe(false);
  });
});

describe("revocation", () => {
  it("takes effect at once in the same process", async () => {
    const { ring } = openKeyring();
    const { key, text } = await ring.issue(grant);
    expect(await ring.verify(text)).toBeDefined();
    expect(await ring.revoke(key.id)).toBe(true);
    expect(await ring.verify(text)).toBeUndefined();
  });

  it("takes effect in other processes once their cache expires", async () => {
    const [server, command] = [openKeyring(), openKeyring()];
    const { key, text } = await server.ring.issue(grant);
    expect(await server.ring.verify(text)).toBeDefined();
    await command.ring.revoke(key.id);
    clock.advance(keyCacheTtlMs);
    expect(await server.ring.verify(text)).toBeUndefined();
  });

  it("keeps its first date, and reports an unknown key", async () => {
    const { ring } = openKeyring();
    const { key } = await ring.issue(grant);
    const at = clock.now();
    await ring.revoke(key.id);
    clock.advance(1000);
    expect(await ring.revoke(key.id)).toBe(true);
    expect(await ring.list()).toEqual([{ ...key, revokedAt: at }]);
    expect(await ring.revoke("f".repeat(16))).toBe(false);
  });
});

describe("lookup", () => {
  it("reads the store once for many requests, and records a use only now and then", async () => {
    const { ring, calls } = openKeyring();
    const { key, text } = await ring.issue(grant);
    for (let request = 0; request < 100; request += 1) await ring.verify(text);
    expect(calls).toEqual({ find: 1, noteUse: 1 });
    clock.advance(lastUsedIntervalMs - 1);
    await ring.verify(text);
    expect(calls.noteUse).toBe(1);
    clock.advance(1);
    await ring.verify(text);
    expect(calls.noteUse).toBe(2);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(await ring.list("acme")).toEqual([{ ...key, lastUsedAt: clock.now() }]);
  });

  it("reads again when the clock was set back, instead of caching a key for too long", async () => {
    const { ring, calls } = openKeyring();
    const { text } = await ring.issue(grant);
    await ring.verify(text);
    clock.advance(-3_600_000);
    await ring.verify(text);
    expect(calls.find).toBe(2);
  });

  it("lists the keys of one tenant or of all", async () => {
    const { ring } = openKeyring();
    const mine = await ring.issue(grant);
    const other = await ring.issue({ ...grant, tenant: "globex" });
    expect(await ring.list("globex")).toEqual([other.key]);
    expect(new Set((await ring.list()).map(({ id }) => id))).toEqual(new Set([mine.key.id, other.key.id]));
  });
});

describe("isSameHash", () => {
  const hash = hashKey("a");
  it.each([
    [hash, hash, true],
    [hash, hashKey("b"), false],
    [hash, hash.slice(2), false],
    [hash, "", false],
  ])("%s, %s: %s, and never throws for lengths that differ", (one, other, same) => {
    expect(isSameHash(one, other)).toBe(same);
  });
});
