import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeSampleData } from "../../src/testing/archive-suite/sample-data.ts";
import { archiveTableNames, archiveTables } from "../../src/ports/archive.ts";
import { restore } from "../../src/runtime/backup/restore.ts";
import { backupOf, linesOf, openPlace, packed, pieces, restoreInto, rowCount } from "./support.ts";

// A restore is complete, or it explains the problem and changes nothing.
let whole: Buffer;
let lines: string[];

async function made(): Promise<void> {
  if (whole !== undefined) return;
  const place = openPlace();
  await writeSampleData(place.kept, { runs: 4, words: ["a", "ж🌍", "x\0y"], times: [1_700_000_000_000] });
  whole = await backupOf(place);
  lines = linesOf(whole);
}

describe("a backup file", () => {
  it("is byte-identical after a restore, except for its time", async () => {
    await made();
    const place = openPlace();
    expect(await restoreInto(place, whole)).toMatchObject({
      ok: true,
      value: { header: { release: "1.2.3" }, removed: 0 },
    });
    expect(await backupOf(place)).toEqual(whole);
  });

  it("has its contents in the first line and its checksum in the last", async () => {
    await made();
    const header: unknown = JSON.parse(lines[0] ?? "");
    const tables = Object.fromEntries(
      archiveTableNames.map((name) => [name, { columns: archiveTables[name], rows: expect.any(Number) }]),
    );
    expect(header).toEqual({
      planwright: "backup",
      format: 1,
      schema: 1,
      release: "1.2.3",
      at: expect.any(String),
      tables,
    });
    expect(JSON.parse(lines.at(-1) ?? "")).toEqual({ end: { rows: lines.length - 2, sha256: expect.any(String) } });
  });

  it("that is truncated is refused without changes", async () => {
    await made();
    const place = openPlace();
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 40)) {
      const result = await restoreInto(place, whole.subarray(0, at));
      expect(result).toMatchObject({ ok: false, issues: [{ code: "ARCHIVE_CUT" }] });
    }
    expect(await rowCount(place)).toBe(0);
  });

  it("whose row holds damaged JSON is refused", async () => {
    await made();
    const broken = lines.map((line) => line.replace('\\"steps\\":[', '\\"steps\\":{'));
    expect(broken).not.toEqual(lines);
    expect(await restoreInto(openPlace(), Buffer.from(`${broken.join("\n")}\n`), true)).toMatchObject({ ok: false });
  });

  it("with a flipped bit is refused, or has the same contents", async () => {
    await made();
    const place = openPlace();
    const flips = fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      const result = await restoreInto(place, bytes, true);
      if (result.ok) expect(await backupOf(place)).toEqual(whole);
    });
    await fc.assert(flips, { seed: 7, numRuns: 60 });
  });

  const header = (change: object): string => JSON.stringify({ ...JSON.parse(lines[0] ?? ""), ...change });
  it.each<[string, () => readonly string[], string]>([
    ["a row is missing", () => lines.toSpliced(3, 1), "ARCHIVE_DAMAGED"],
    ["a row is there twice", () => lines.toSpliced(3, 0, lines[3] ?? ""), "ARCHIVE_DAMAGED"],
    ["a word was changed", () => lines.map((line) => line.replace("queued", "failed")), "ARCHIVE_DAMAGED"],
    [
      "rows were moved",
      () => [lines[0] ?? "", ...lines.slice(1, 4).toReversed(), ...lines.slice(4)],
      "ARCHIVE_DAMAGED",
    ],
    ["its time was changed", () => [header({ at: "2020-01-01T00:00:00Z" }), ...lines.slice(1)], "ARCHIVE_DAMAGED"],
    ["the last line is missing", () => lines.slice(0, -1), "ARCHIVE_CUT"],
    ["something follows", () => [...lines, "[]"], "ARCHIVE_DAMAGED"],
    ["a row is of no table", () => lines.toSpliced(3, 0, '["strangers","x"]'), "ARCHIVE_DAMAGED"],
    ["a row is too short", () => lines.toSpliced(3, 0, '["plans","x"]'), "ARCHIVE_DAMAGED"],
    ["a number is text", () => lines.toSpliced(3, 0, '["counters","x","y","1"]'), "ARCHIVE_DAMAGED"],
    ["its form is newer", () => [header({ format: 2 }), ...lines.slice(1)], "ARCHIVE_NEWER"],
    ["its tables are newer", () => [header({ schema: 99 }), ...lines.slice(1)], "ARCHIVE_NEWER"],
    ["it has an unknown column", () => [header({ tables: { plans: { columns: ["x"], rows: 1 } } })], "ARCHIVE_NEWER"],
    ["it is something else", () => ['{"hello":1}'], "ARCHIVE_UNKNOWN"],
    ["it is no JSON", () => ["hello"], "ARCHIVE_UNKNOWN"],
  ])("is refused when %s", async (_, changed, code) => {
    await made();
    const place = openPlace();
    expect(await restoreInto(place, packed(changed()))).toMatchObject({ ok: false, issues: [{ code }] });
    expect(await rowCount(place)).toBe(0);
  });

  it("that is not gzipped is refused", async () => {
    await made();
    const plain = Buffer.from(lines.join("\n"));
    expect(await restoreInto(openPlace(), plain)).toMatchObject({ ok: false, issues: [{ code: "ARCHIVE_DAMAGED" }] });
  });

  // Older files lack newer columns; files of newer releases are refused.
  it("of an older release with fewer columns is restored", async () => {
    const { createHash } = await import("node:crypto");
    const old = [
      JSON.stringify({
        planwright: "backup",
        format: 1,
        schema: 1,
        release: "0.0.1",
        at: "2025-01-01T00:00:00Z",
        tables: { records: { columns: ["tenant", "kind", "id", "version", "body"], rows: 1 } },
      }),
      JSON.stringify(["records", "acme", "a.b", "1", 3, "{}"]),
    ];
    const sha256 = createHash("sha256")
      .update(`${old.join("\n")}\n`)
      .digest("hex");
    const place = openPlace();
    const result = await restoreInto(place, packed([...old, JSON.stringify({ end: { rows: 1, sha256 } })]));
    expect(result).toMatchObject({ ok: true });
    const record = await place.kept.store.record({ tenant: "acme", kind: "a.b", id: "1" });
    expect(record).toEqual({ tenant: "acme", kind: "a.b", id: "1", version: 3, body: {} });
  });

  it("is not restored after an abort, without changes", async () => {
    await made();
    const place = openPlace();
    const stop = new AbortController();
    const onRows = (): void => stop.abort();
    const stopped = restore(
      { archive: place.kept.archive, replace: false, onRows, signal: stop.signal },
      pieces(whole),
    );
    await expect(stopped).rejects.toThrow("aborted");
    expect(await rowCount(place)).toBe(0);
  });

  it("is not restored over existing data without --replace", async () => {
    await made();
    const place = openPlace();
    await writeSampleData(place.kept, { runs: 1, words: [], times: [1] });
    const refused = await restoreInto(place, whole);
    expect(refused).toMatchObject({ ok: false, issues: [{ code: "STORE_NOT_EMPTY" }] });
    expect(await restoreInto(place, whole, true)).toMatchObject({ ok: true, value: { removed: 6 } });
    expect(await backupOf(place)).toEqual(whole);
  });
});
