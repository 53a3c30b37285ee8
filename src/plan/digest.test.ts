import { describe, expect, it } from "vitest";
import { changesBetween, digest } from "./digest.ts";

const now = Date.UTC(2026, 10, 16, 12);
const english = { now, language: "en" } as const;
const stock = (sku: string, on_hand: number, reorder_point = 10) => ({
  sku,
  name: `Part ${sku}`,
  on_hand,
  reorder_point,
});

describe("the digest of a list", () => {
  it("names first what is below its reorder point, and only counts the rest", () => {
    const items = [stock("A", 3), stock("B", 50), stock("C", 10)];
    expect(digest({ items, count: 3 }, english)).toBe(
      "1 of 3 below the reorder point:\n- Part A (A): on hand 3, reorder point 10\n2 without a problem",
    );
  });

  it.each([
    [{ due_date: "2026-11-15", state: "Todo" }, true],
    [{ due_date: "2026-11-16", state: "Todo" }, false],
    [{ due_date: "2026-11-15", state: "Done" }, false],
    [{ deadline_at: "2026-11-16T11:59:00Z", is_completed: true }, false],
    [{ deadline_at: "2026-11-16T11:59:00Z", is_completed: false }, true],
  ])("tells of %j whether it is overdue: %s", (fields, isOverdue) => {
    expect(digest([{ title: "Write", ...fields }], english).startsWith("1 of 1 overdue:")).toBe(isOverdue);
  });

  it("lists at most ten records, and says how many more there are", () => {
    const lines = digest(
      Array.from({ length: 12 }, (_, at) => ({ id: `Q-${at}`, status: "sent" })),
      english,
    ).split("\n");
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([11, "- Q-0: status sent", "… and 2 more"]);
  });

  it("says that nothing was found, in the language asked for", () => {
    expect(digest({ records: [], count: 0 }, { now, language: "ru" })).toBe("Ничего не найдено.");
  });

  it("of a single value is short text", () => {
    expect(digest({ echo: "hello" }, english)).toBe("echo: hello");
  });
});

describe("changes between two lists", () => {
  const change = (before: object[], after: object[]) =>
    changesBetween(JSON.parse(JSON.stringify(before)), JSON.parse(JSON.stringify(after)), "en");

  it("are what is new, changed and gone, by id and without times of bookkeeping", () => {
    const before = [{ ...stock("A", 3), updated_at: "x" }, stock("B", 5)];
    const after = [{ ...stock("A", 1), updated_at: "y" }, stock("C", 8)];
    expect(change(before, after)).toBe(
      "Since the last run:\n- changed: Part A (A): on hand 3 → 1\n- new: Part C (C): on hand 8, reorder point 10\n- gone: Part B (B)",
    );
  });

  it("are none in an equal list in another order", () => {
    expect(change([stock("A", 3), stock("B", 5)], [stock("B", 5), stock("A", 3)])).toBe(
      "Nothing has changed since the last run.",
    );
  });

  it("are not looked for in anything but lists of records", () => {
    expect(changesBetween({ echo: "a" }, { echo: "b" }, "en")).toBeUndefined();
  });
});
