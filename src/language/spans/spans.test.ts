import { describe, expect, it } from "vitest";
import { read } from "../reading.ts";
import type { Span } from "./span.ts";

// Wednesday.
const options = { now: "2026-11-18T09:00:00Z", zone: "UTC" };

function spans(text: string, kind: Span["kind"]): object[] {
  return read(text, options).spans.filter((span) => span.kind === kind);
}

describe("amounts", () => {
  it.each([
    ["a grant of $1.2m", { value: 1_200_000, currency: "USD" }],
    ["set it to 1.2m", { value: 1.2, unit: "meter", scaled: 1_200_000 }],
    ["80k for the roof", { value: 80_000 }],
    ["about 300 chairs", { value: 300, approximate: true }],
    ["between 5 and 10 nurses", { value: 5, max: 10 }],
    ["5–10 тысяч рублей", { value: 5000, max: 10_000, currency: "RUB" }],
    ["миллион двести тысяч рублей", { value: 1_200_000, currency: "RUB" }],
    ["3 млн 200 тысяч", { value: 3_200_000 }],
    ["тысяч триста", { value: 300_000, approximate: true }],
    ["полтора миллиона", { value: 1_500_000 }],
    ["300 т.р. на ремонт", { value: 300_000 }],
    ["two and a half million", { value: 2_500_000 }],
    ["three quarters of the class", { value: 0.75 }],
    ["raise fees by 12 percent", { value: 12, percent: true }],
    ["the 3rd shelf", { value: 3, ordinal: true }],
    ["EUR 20 a ticket", { value: 20, currency: "EUR" }],
  ])("%s", (text, expected) => {
    expect(spans(text, "number")).toMatchObject([expected]);
  });

  it("a change from one amount to another is no range", () => {
    expect(spans("change the dose from 5 to 10", "number")).toMatchObject([{ value: 5 }, { value: 10 }]);
  });
});

describe("times", () => {
  it.each([
    ["pay the vet by Friday", "date", { first: "2026-11-20", relation: "by", earlier: { first: "2026-11-13" } }],
    ["next Friday", "date", { first: "2026-11-27", relation: "at" }],
    ["due at the end of the month", "date", { first: "2026-11-30" }],
    ["deliveries this week", "interval", { first: "2026-11-16", last: "2026-11-22", granularity: "week" }],
    ["tomorrow at 10:30", "date", { first: "2026-11-19", time: "10:30" }],
    ["Friday next week", "date", { first: "2026-11-27" }],
    ["from 10 to 12 tomorrow", "date", { first: "2026-11-19", time: "10:00", until: "12:00" }],
    ["no later than Tuesday", "date", { first: "2026-11-24", relation: "by" }],
    ["absent since Monday", "date", { first: "2026-11-16", relation: "from" }],
    ["visits in the last 3 days", "interval", { first: "2026-11-15", last: "2026-11-18" }],
    ["leave the gym at 5", "time", { time: "17:00" }],
    ["к среде", "date", { first: "2026-11-25", relation: "by" }],
    ["в след пятницу", "date", { first: "2026-11-27" }],
    ["на следующей неделе", "interval", { first: "2026-11-23", last: "2026-11-29" }],
    ["через 3 дня", "date", { first: "2026-11-21" }],
    ["до конца месяца", "date", { first: "2026-11-30", relation: "by" }],
    ["в пятницу в 15:00", "date", { first: "2026-11-20", time: "15:00" }],
    ["аренда на 2 дня", "duration", { value: 2, unit: "day" }],
    ["rent it for a week", "duration", { value: 1, unit: "week" }],
    ["every other Monday", "recurrence", { every: "week", count: 2, weekdays: [1] }],
    ["по вторникам", "recurrence", { every: "week", weekdays: [2] }],
  ] as const)("%s", (text, kind, expected) => {
    expect(spans(text, kind)).toMatchObject([expected]);
  });

  it("a move from one day to another says two days", () => {
    expect(spans("move the parents' evening from Monday to Thursday", "date")).toMatchObject([
      { first: "2026-11-23" },
      { first: "2026-11-19" },
    ]);
  });

  it.each(["столик на четверых", "увеличь на 5", "about 5", "may I go", "good morning"])("no time in: %s", (text) => {
    expect([...spans(text, "time"), ...spans(text, "date")]).toEqual([]);
  });
});

describe("whose, how many and what is done", () => {
  const kinds = (text: string): string[] =>
    read(text, options).spans.map((span) => {
      if (span.kind === "verb") return `${span.op} ${span.form}`;
      if (span.kind === "quantifier") return `${span.value} ${span.count ?? ""}`.trim();
      if (span.kind === "possessive") return `of ${span.whose}`;
      return span.kind;
    });

  it.each([
    ["archive all my invoices", ["move imperative", "all", "of speaker", "unknown"]],
    ["print the first three labels", ["convert imperative", "first 3", "unknown"]],
    ["Nadia's open tickets", ["name", "of named", "unknown", "word"]],
    ["закрой наши заявки", ["complete imperative", "of group", "word"]],
    ["покажи последние 5 приёмов", ["read imperative", "last 5", "word"]],
    ["покажи последние 5 квиров", ["read imperative", "last 5", "unknown"]],
    ["we won the tender", ["pronoun", "win past", "filler", "unknown"]],
  ])("%s", (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});
