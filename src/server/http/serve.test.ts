import { describe, expect, it } from "vitest";
import { traceIdOf } from "./serve.ts";

const id = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = "00f067aa0ba902b7";

describe("traceparent", () => {
  it.each<[string, string, string | undefined]>([
    ["of version 00", `00-${id}-${parent}-01`, id],
    ["not sampled", `00-${id}-${parent}-00`, id],
    ["of a later version", `01-${id}-${parent}-01`, id],
    ["of a later version with more in it", `01-${id}-${parent}-01-what`, id],
    ["of version 00 with more in it", `00-${id}-${parent}-01-what`, undefined],
    ["of the version that cannot be", `ff-${id}-${parent}-01`, undefined],
    ["with a trace id of zeros", `00-${"0".repeat(32)}-${parent}-01`, undefined],
    ["with a parent of zeros", `00-${id}-${"0".repeat(16)}-01`, undefined],
    ["in capitals", `00-${id.toUpperCase()}-${parent}-01`, undefined],
    ["cut short", `00-${id}`, undefined],
    ["twice", `00-${id}-${parent}-01, 00-${id}-${parent}-01`, undefined],
    ["that is nothing of the kind", "hello", undefined],
  ])("%s", (_, traceparent, expected) => {
    expect(traceIdOf(new Headers({ traceparent }))).toBe(expected);
  });

  it("is undefined without the header", () => {
    expect(traceIdOf(new Headers())).toBeUndefined();
  });
});
