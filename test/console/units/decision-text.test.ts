import { describe, expect, it } from "vitest";
import { detailText } from "../../../console/src/pages/agents/decision-detail.ts";
import { createTranslate } from "../../../console/src/i18n/i18n.ts";
import { mismatchOf } from "../../../src/agents/triggers/event/conditions.ts";
import type { EventConditions } from "../../../src/contracts/react/trigger.ts";
import type { Json } from "../../../src/plan/json.ts";

const russian = { t: createTranslate("ru") };
const english = /\b(?:is|it|not|one|of|missing|there|below|above|number|known|too|old|type|than|another)\b/;

describe("why a condition did not hold, on a Russian page", () => {
  it.each([
    [{ min_n: 3 }, { n: 1 }, "n: 1 меньше 3."],
    [{ max_n: 3 }, { n: 5 }, "n: 5 больше 3."],
    [{ min_n: 3 }, { n: "x" }, 'n: "x" не число.'],
    [{ n: 1 }, {}, "Нет поля n."],
    [{ n: { exists: true } }, {}, "Нет поля n."],
    [{ n: { exists: false } }, { n: 1 }, "Поле n есть."],
    [{ n: { in: [1, 2] } }, { n: 3 }, "n: 3 не входит в [1,2]."],
    [{ "a.b": "x" }, { a: { b: "y" } }, 'a.b: "y" вместо "x".'],
  ] as [EventConditions, Json, string][])("is said in Russian: %j with %j", (conditions, payload, expected) => {
    const mismatch = mismatchOf(conditions, payload);
    expect(detailText(`${mismatch?.field}: ${mismatch?.why}`, russian)).toBe(expected);
  });

  it.each([
    "stock.bolts is 12, not < 10",
    "stock.bolts is not known",
    "stock.bolts is too old",
    'stock.bolts is "x", of another type than 10',
  ])("is said in Russian for values: %s", (detail) => {
    expect(detailText(detail, russian)).not.toMatch(english);
  });

  it("leaves a person's words alone", () => {
    expect(detailText("stocktaking until Monday", russian)).toBe("stocktaking until Monday");
  });
});
