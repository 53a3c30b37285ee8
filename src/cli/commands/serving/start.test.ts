import { describe, expect, it } from "vitest";
import { parseOrigins } from "./start.ts";

describe("CORS origins", () => {
  it.each([
    [undefined, []],
    ["", []],
    ["https://app.example.com", ["https://app.example.com"]],
    ["https://app.example.com, http://localhost:5173", ["https://app.example.com", "http://localhost:5173"]],
  ])("%j gives %j", (said, origins) => {
    expect(parseOrigins(said)).toEqual(origins);
  });

  it.each(["*", "app.example.com", "https://app.example.com/", "https://a.example/path", "null"])(
    "%j is none, and what one looks like is said",
    (said) => {
      expect(() => parseOrigins(said)).toThrow(/https:\/\/app\.example\.com/);
    },
  );
});
