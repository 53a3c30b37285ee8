import { describe, expect, it } from "vitest";
import { formatRoutes, type RouteRow, summariseRoutes } from "../../eval/route.ts";

const row = (meant: string, taken: string): RouteRow => {
  const [intent, domain] = meant.split(" ") as ["mutate", "attio"]; // contract values, see below
  const [gotIntent, gotDomain] = taken.split(" ") as ["mutate", "attio"];
  const expected = { id: "r", lang: "ru" as const, text: "x", intent, domain };
  return { expected, actual: { intent: gotIntent, domain: gotDomain } };
};

describe("routes", () => {
  const rows = [
    row("mutate attio", "mutate attio"),
    row("mutate attio", "query attio"),
    row("query linear", "query mixed"),
    row("query linear", "query linear"),
  ];

  it("are counted by domain, intent and mutations classified as queries", () => {
    expect(summariseRoutes(rows)).toMatchObject({ count: 4, domain: 75, intent: 75, mutationAsQuery: 1 });
    expect(summariseRoutes([])).toMatchObject({ count: 0, domain: 0, intent: 0, mutationAsQuery: 0 });
  });

  it("are printed as a confusion matrix", () => {
    const lines = formatRoutes(summariseRoutes(rows)).split("\n");
    expect(lines[0]?.split(/ {2,}/)).toEqual([
      "expected \\ actual",
      "mutate attio",
      "query attio",
      "query linear",
      "query mixed",
    ]);
    expect(lines[1]?.trim().split(/ {2,}/)).toEqual(["mutate attio", "1", "1", "·", "·"]);
    expect(lines.at(-2)).toBe("4 utterances: domain 75 %, intent 75 %, mutations classified as queries 1");
  });
});
