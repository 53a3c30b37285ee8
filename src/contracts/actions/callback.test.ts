import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callback } from "../../../test/support/arbitraries/actions.ts";
import { maxCallbackBytes, parseCallback, writeCallback } from "./callback.ts";
import { effectKeys } from "./effect-keys.ts";

const id = "0198b1f0-7c1e-7cc2-9a55-0d7bb4a7f001";

describe("button data", () => {
  it("is the contract's `v1:D:A:<uuid>` for Apply", () => {
    expect(writeCallback({ verb: "draft.apply", id })).toBe(`v1:D:A:${id}`);
  });

  it("comes back as it was written, within Telegram's 64 bytes", () => {
    fc.assert(
      fc.property(callback(), (button) => {
        const text = writeCallback(button);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxCallbackBytes);
        expect(parseCallback(text)).toEqual({ ok: true, value: button });
      }),
      { seed: 3 },
    );
  });

  it.each([
    ["another version", `v2:D:A:${id}`, "INVALID_VALUE"],
    ["no version", `D:A:${id}`, "INVALID_VALUE"],
    ["an unknown letter", `v1:D:Z:${id}`, "INVALID_FORMAT"],
    ["no uuid", "v1:D:A:17", "INVALID_FORMAT"],
    ["an upper-case uuid", `v1:D:A:${id.toUpperCase()}`, "INVALID_FORMAT"],
    ["a row without its number", `v1:P:S:${id}`, "INVALID_FORMAT"],
    ["a number too many", `v1:D:A:${id}:1`, "INVALID_FORMAT"],
    ["a padded number", `v1:P:S:${id}:01`, "INVALID_FORMAT"],
    ["a line more", `v1:D:A:${id}\n`, "INVALID_FORMAT"],
    ["too long", `v1:D:A:${"a".repeat(64)}`, "TOO_LONG"],
    ["no text", 7, "WRONG_TYPE"],
  ])("refuses %s", (_, text, code) => {
    expect(parseCallback(text)).toMatchObject({ ok: false, issues: [{ code, pointer: "" }] });
  });
});

describe("effect keys", () => {
  it.each([
    [effectKeys.callback("77"), "tg:callback:77"],
    [effectKeys.apply("d1"), "draft:d1:apply"],
    [effectKeys.action("d1", "a2"), "draft:d1:action:a2"],
    [effectKeys.createIssue("deal-1", "kickoff_access"), "linear:create_issue:deal-1:kickoff_access"],
    [effectKeys.updateDealStage("deal-1", "won"), "attio:update_deal_stage:deal-1:won"],
  ])("%s", (key, expected) => {
    expect(key).toBe(expected);
  });
});
