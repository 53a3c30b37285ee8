import { describe, expect, it } from "vitest";
import { read } from "../reading.ts";
import { repaired } from "./repair.ts";

const setting = { now: "2026-03-02T09:00:00.000Z", zone: "UTC" };
const said = (text: string): string => repaired(text, setting).replaceAll(/\s+/g, " ").trim();

describe("what a speaker takes back in the same breath", () => {
  it.each([
    ["move the crate to bay 4, no, to bay 7", "move the crate to bay 7"],
    ["give the key to Nora - sorry, to Paul", "give the key to Paul"],
    ["give the key to Nora, no, Paul", "give the key to Paul"],
    ["set the oven to 180, no wait, 200", "set the oven to 200"],
    ["book it for Tuesday, I mean Thursday", "book it for Thursday"],
    ["close T-12, oops, T-21", "close T-21"],
    ["send it to Nora... actually, to Paul", "send it to Paul"],
    ["передвинь грядку на юг? нет, на север", "передвинь грядку на север"],
    ["запиши на среду, точнее на четверг", "запиши на четверг"],
    ["отдай ключ Норе, вернее отдай ключ Полю", "отдай ключ Полю"],
    ["закрой T-12, ой, T-21", "закрой T-21"],
  ])("%s", (text, expected) => {
    expect(said(text)).toBe(expected);
  });

  it.each([
    // Another thing than a place is named behind it.
    "move the crate to bay 4, no, T-7",
    "give the key to Nora, no, on Tuesday",
    // Nothing replaces it, or it only answers.
    "move the crate to bay 4... wait, no",
    "move the crate to bay 4. No, forget it",
    "write to Nora, sorry to bother you",
    "no, to bay 7",
    "передвинь на юг, не на север",
    'write "to Nora, no, to Paul"',
  ])("stays: %s", (text) => {
    expect(repaired(text, setting)).toBe(text);
  });

  it("keeps every offset, so that words can be shown where they were said", () => {
    const text = "move the crate to bay 4, no, to bay 7 today";
    const { source, spans } = read(text, setting);
    expect(source).toHaveLength(text.length);
    for (const { from, to, text: words } of spans) expect(text.slice(from, to)).toBe(words);
  });

  it.each(["water the roses :)", "water the roses 🙂", "полей розы))"])("drops a smiley at the end: %s", (text) => {
    expect(said(text)).toMatch(/(?:roses|розы)$/);
  });

  it("keeps brackets that close something", () => {
    expect(said("water the roses (all of them (really))")).toContain("))");
  });
});

describe("requests that are called off", () => {
  it.each([
    "avoid this: water the roses",
    "water the roses, oops, wrong",
    "полей розы - ой, не то",
    "перестань поливать розы",
  ])("%s", (text) => {
    const { clauses } = read(text, setting);
    expect(clauses.filter(({ act, polarity }) => act === "do" && polarity === "positive")).toEqual([]);
  });

  it.each(["remind me why we water the roses", "напомни, зачем мы поливаем розы"])("a question: %s", (text) => {
    expect(read(text, setting).clauses.map(({ act }) => act)).not.toContain("do");
  });

  it("a reminder stays an order", () => {
    expect(read("remind me to water the roses", setting).clauses[0]?.act).toBe("do");
  });
});
