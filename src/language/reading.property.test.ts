import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languages } from "./languages.ts";
import { read, type Reading } from "./reading.ts";

const options = { now: "2026-11-18T09:00:00Z", zone: "Europe/Moscow" };
const runs = { seed: 11, numRuns: 300 };

const words = fc.constantFrom(
  ..."move delete not don't all my except STU-3 Ann by Friday at 10:30 and then if or should I 1.2m $5 - 5 to 10 , . ? ! : ( ) « » \" ' перенеси не все мои кроме Анна до пятницы в и если вместо почти 3 млн 200 тысяч \n 1. 2) • 🎉 \u200b \u202e ё ½ % € borra todas las".split(
    " ",
  ),
);
const text = fc.oneof(
  fc.array(words, { maxLength: 30 }).map((said) => said.join(" ")),
  fc.string({ unit: "grapheme", maxLength: 80 }),
);

function checkPlaces({ source, tokens, spans, clauses }: Reading): void {
  let end = 0;
  for (const span of spans) {
    expect(span.start).toBeGreaterThanOrEqual(end);
    expect(span.end).toBeGreaterThan(span.start);
    expect(source.slice(span.from, span.to)).toBe(span.text);
    expect(span.clause).toBeLessThan(Math.max(1, clauses.length));
    end = span.end;
  }
  const covered = new Set(
    spans.flatMap((span) => Array.from({ length: span.end - span.start }, (_, i) => span.start + i)),
  );
  for (const [at, token] of tokens.entries())
    if (token.kind === "word" || token.kind === "number" || token.kind === "quoted") expect(covered.has(at)).toBe(true);
  const owned = clauses.flatMap((clause) => clause.spans);
  expect(owned).toEqual(spans.map((_, at) => at));
  for (const clause of clauses) expect(source.slice(clause.from, clause.to)).toBe(clause.text);
}

const meaning = ({ clauses, spans }: Reading): unknown => [
  clauses.map(({ act, polarity, link }) => [act, polarity, link]),
  spans.map(({ kind }) => kind),
];

describe("any text", () => {
  it("is covered by ordered spans whose offsets point into it", () => {
    fc.assert(
      fc.property(text, (said) => checkPlaces(read(said, options))),
      runs,
    );
  });

  it("means the same with other spaces around it", () => {
    const oneLine = text.filter((said) => !said.includes("\n"));
    const property = fc.property(oneLine, (said) => {
      const spaced = `  ${said.replaceAll(" ", "  ")} `;
      expect(meaning(read(spaced, options))).toEqual(meaning(read(said, options)));
    });
    fc.assert(property, runs);
  });

  it.each([
    "close the blue ticket by friday and email the clinic",
    "не закрывай заявку до пятницы",
    "перенеси все мои смены на вторник",
  ])("means the same in capitals: %s", (said) => {
    const upper = said.toUpperCase();
    const shape = (one: string) => read(one, options).clauses.map(({ act, polarity }) => [act, polarity]);
    expect(shape(upper)).toEqual(shape(said));
    expect(read(upper, options).spans.filter(({ kind }) => kind === "verb" || kind === "date")).toHaveLength(
      read(said, options).spans.filter(({ kind }) => kind === "verb" || kind === "date").length,
    );
  });
});

describe("hostile input", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["32 KB of commas", ",".repeat(32_000)],
    ["nested brackets", "(".repeat(16_000) + ")".repeat(16_000)],
    ["nested quotes", "«\"'".repeat(9_000)],
    ["thousands of list items", Array.from({ length: 3_000 }, (_, i) => `${i + 1}. weigh parcel`).join("\n")],
    ["emoji", "🎉👩‍👩‍👧 ".repeat(3_000)],
    ["right-to-left marks and zero-width characters", "\u202eabc\u202c \u200b".repeat(4_000)],
    ["one endless word", "a".repeat(32_000)],
    ["mixed scripts without a blank", "аb1вc2".repeat(5_000)],
    ["joints only", "and ".repeat(8_000)],
    ["negations only", "не ".repeat(8_000)],
    ["numbers only", "миллион двести тысяч ".repeat(1_500)],
    ["ranges without an end", "from 5 to ".repeat(3_000)],
  ];

  it.each(cases)("%s is read within the budget", (_, said) => {
    read(said, options);
    const started = process.cpuUsage();
    const reading = read(`${said} `, options);
    const { user } = process.cpuUsage(started);
    expect(user / 1000).toBeLessThan(250);
    expect(reading.clauses.length).toBeLessThanOrEqual(1_000);
  });
});

describe("the lexicons", () => {
  it("use one set of concepts in every language", () => {
    const known = languages.en.lexicon;
    expect(known.concepts("please")).toEqual(["fill.politeness", "requests"]);
    expect(languages.ru.lexicon.concepts("пожалуйста")).toEqual(["fill.politeness", "requests"]);
    expect(languages.es.lexicon.concepts("quizás")).toEqual(["pol.unsure"]);
  });
});
