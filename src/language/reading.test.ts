import { describe, expect, it } from "vitest";
import type { CandidateKind } from "./spans/candidate.ts";
import { read } from "./reading.ts";

const setting = { now: "2026-03-04T10:00:00Z", zone: "UTC" };
const found = (text: string, kind: CandidateKind): string[] =>
  read(text, setting)
    .candidates.filter((candidate) => candidate.kind === kind)
    .map((candidate) => candidate.text);

describe("candidates", () => {
  it.each<[string, CandidateKind, string[]]>([
    ["lamps for Marie Curie in New York", "name", ["Marie Curie", "New York"]],
    ["a tour of the University of Oslo", "name", ["University of Oslo", "University", "Oslo"]],
    ["parking in Austin, TX", "name", ["Austin, TX", "Austin", "TX"]],
    ["call it 'late lunch' then", "quoted", ["late lunch"]],
    ["the parcel 471-0815 is late", "identifier", ["471-0815"]],
    ["solve y = 4x^2 - 3x + 1 for me", "expression", ["y = 4x^2 - 3x + 1", "4x^2 - 3x + 1"]],
    ["send [1, 2, 3] on", "json", ["[1, 2, 3]"]],
    ["order K-17 and K-18", "identifier", ["K-17", "K-18"]],
  ])("%s has %s", (text, kind, expected) => {
    expect(found(text, kind).toSorted()).toEqual(expected.toSorted());
  });

  it.each<[string, unknown]>([
    ["heat it to -5 °C", -5],
    ["pay $1,200", 1200],
    ["raise it by 12%", 12],
    ["at 33.5 S", -33.5],
    ["the next week", 1],
  ])("%s gives the number", (text, value) => {
    expect(read(text, setting).candidates.find((candidate) => candidate.kind === "number")?.value).toBe(value);
  });

  it("keeps unit, currency and percent beside the number", () => {
    const [mass, price, share] = ["3 kg", "$3", "3%"].map((text) =>
      read(text, setting).candidates.find((candidate) => candidate.kind === "number"),
    );
    expect(mass).toMatchObject({ unit: "kilogram", unitText: "kg" });
    expect(price).toMatchObject({ currency: "USD" });
    expect(share).toMatchObject({ percent: true });
  });

  it("lists the members of a coordination", () => {
    const list = read("compare Oslo, Bergen and Tromsø", setting).candidates.find(
      (candidate) => candidate.kind === "list",
    );
    expect(list?.items?.map((item) => item.text)).toEqual(["Oslo", "Bergen", "Tromsø"]);
  });

  it("sees the two ends of a range of numbers", () => {
    const range = read("from x = 2 to x = 5", setting).candidates.find((candidate) => candidate.range === true);
    expect(range?.value).toEqual([2, 5]);
  });
});

describe("marks", () => {
  const verbs = (text: string): string[] => {
    const reading = read(text, setting);
    return reading.tokens.filter((_, at) => reading.marks.verbs[at] === true).map((token) => token.text);
  };

  it.each<[string, string[]]>([
    ["Book a table and order wine", ["Book", "order"]],
    ["the order of the book", []],
    ["I want to schedule the schedule", ["want", "schedule"]],
    ["then reorder it", ["reorder"]],
    ["name 'A', email 'b@c.de'", []],
  ])("%s has the verbs %j", (text, expected) => {
    expect(verbs(text)).toEqual(expected);
  });

  it("does not end a sentence at an initial or an abbreviation", () => {
    const reading = read("Ask Dr. Lee of Washington D.C. today. Then stop.", setting);
    expect(reading.marks.stops.filter(Boolean)).toHaveLength(2);
  });
});

describe("a long enumeration", () => {
  it("makes as many lists as it has parts, not as it has members", () => {
    const lists = found("A-1, ".repeat(590), "list");
    expect(lists.length).toBeGreaterThan(15);
    expect(lists.length).toBeLessThan(45);
  });
});
