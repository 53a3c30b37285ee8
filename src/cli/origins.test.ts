import { describe, expect, it } from "vitest";
import { originsOf } from "./origins.ts";

describe("origins that may ask from a browser", () => {
  it.each([
    [undefined, []],
    ["", []],
    ["https://app.example.com", ["https://app.example.com"]],
    ["https://app.example.com, http://localhost:5173", ["https://app.example.com", "http://localhost:5173"]],
  ])("%j gives %j", (said, origins) => {
    expect(originsOf(said)).toEqual(origins);
  });

  it.each(["*", "app.example.com", "https://app.example.com/", "https://a.example/path", "null"])(
    "%j is none, and what one looks like is said",
    (said) => {
      expect(() => originsOf(said)).toThrow(/https:\/\/app\.example\.com/);
    },
  );
});
