import { expect, it, vi } from "vitest";
import { batchReads } from "./batch-reads.ts";
import type { PostgresRow } from "./session.ts";

const sql = "SELECT n FROM t WHERE a = $1 AND b > $2";

function open(rows: readonly PostgresRow[] | Error) {
  const read = vi.fn<(sql: string, values?: readonly unknown[]) => Promise<PostgresRow[]>>(async () => {
    if (rows instanceof Error) throw rows;
    return [...rows];
  });
  return { read, reads: batchReads(read) };
}

it("makes one statement of the reads of one moment, and equal reads once", async () => {
  const { read, reads } = open([
    { place_of_read: "1", n: 1 },
    { place_of_read: "1", n: 2 },
    { place_of_read: "3", n: 3 },
  ]);
  const asked = ["x", "y", "z", "x"].map((a) => reads.read(sql, [a, 7]));
  const found = (await Promise.all(asked)).map((rows) => rows.map(({ n }) => n));
  expect(found).toEqual([[1, 2], [], [3], [1, 2]]);
  expect(read).toHaveBeenCalledTimes(1);
  const [[text, values] = []] = read.mock.calls;
  expect(values).toEqual([
    ["x", "y", "z"],
    [7, 7, 7],
  ]);
  expect(text).toContain("unnest($1::text[], $2::bigint[])");
  expect(text).toContain("WHERE a = given.value_1 AND b > given.value_2");
});

it("leaves a read alone as it is", async () => {
  const { read, reads } = open([{ n: 1 }]);
  expect(await reads.read(sql, ["x", 7])).toEqual([{ n: 1 }]);
  expect(read).toHaveBeenCalledWith(sql, ["x", 7]);
});

it("fails every read of a statement that fails", async () => {
  const { reads } = open(new Error("away"));
  const asked = await Promise.allSettled([reads.read(sql, ["x", 7]), reads.read(sql, ["y", 7])]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
