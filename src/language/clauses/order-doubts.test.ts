import { describe, expect, it } from "vitest";
import { read } from "../reading.ts";
import { waitsFor } from "./order-doubts.ts";

const waits = (text: string, ...texts: string[]) =>
  waitsFor(read(text, { now: "2030-06-10T08:00:00Z", zone: "UTC" }), texts)?.text;

describe("an order that is not to be carried out now, or is only reported", () => {
  it.each([
    ["after the concert, lock the hall", "after"],
    ["lock the hall as soon as the choir leaves", "as"],
    ["pending a permit, lock the hall", "pending"],
    ["according to Ida, lock the hall", "according"],
    ["there is no hurry to lock the hall", "there"],
    ["после концерта запри зал", "после"],
    ["запри зал на случай грозы", "на"],
    ["по словам Иды, запри зал", "по"],
    ["should the storm come, lock the hall", "should"],
  ])("%s", (text, words) => expect(waits(text)).toBe(words));

  it("is told by a sentence about it, though a text was made of that", () => {
    expect(waits("mail the choir. That is what Ida wants", "is what Ida wants")).toBe("That");
  });
});

describe("an order is plain", () => {
  it.each([
    "lock the hall before Friday",
    "lock the hall after 6 pm",
    "raise the fee up to 500",
    "подними сбор до 500",
    "запри зал до пятницы",
    "lock the hall as soon as possible",
    "lock the hall. When does the choir leave?",
    "we should lock the hall",
    "it is time to lock the hall",
  ])("%s", (text) => expect(waits(text)).toBeUndefined());

  it("whatever stands in a text that is written down", () => {
    expect(waits("tell the choir: we meet after the concert", "we meet after the concert")).toBeUndefined();
  });
});
