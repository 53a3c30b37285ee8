import { describe, expect, it } from "vitest";
import { stem } from "./stem.ts";

describe("stem", () => {
  it.each([
    ["restaurant", "restaurants"],
    ["calculate", "calculating"],
    ["calculate", "calculated"],
    ["city", "cities"],
    ["booking", "book"],
    ["organize", "organisation"],
    ["color", "colours"],
    ["child", "children"],
    ["theatre", "theaters"],
    ["run", "running"],
    ["policy", "policies"],
    ["price", "prices"],
  ])("%s and %s meet", (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it.each([
    ["universe", "united"],
    ["new", "news"],
    ["hour", "house"],
    ["process", "proceed"],
  ])("%s and %s stay apart", (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });
});
