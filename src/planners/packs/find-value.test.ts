import { describe, expect, it } from "vitest";
import { compilePack } from "./compiled-pack.ts";
import { findValues } from "./find-value.ts";
import { readGoalText } from "./goal-text.ts";
import { Pack, type PackSlot } from "./pack.ts";

const setting = { now: "2026-03-11T10:00:00Z", zone: "UTC" };

function found(slot: Partial<PackSlot>, text: string): unknown[] {
  const pack = Pack.parse({
    pack: "one",
    version: "1.0.0",
    description: "One slot.",
    languages: ["ru"],
    tools: { do: { name: "do" } },
    entities: {
      stage: {
        values: [
          { is: "won", says: ["выиграна"] },
          { is: "paused", says: ["пауза", "на паузе"] },
          { is: "not_sent", says: ["не отправлен"] },
          { is: "sent", says: ["отправлен"] },
        ],
      },
    },
    slots: { slot: { type: "text", ...slot } },
    intents: [{ id: "do", phrases: ["сделай {slot}"], steps: [{ tool: "do" }] }],
  });
  const [compiled] = compilePack(pack).phrases[0]?.slots ?? [];
  if (compiled === undefined) throw new Error("no slot");
  return findValues(compiled, readGoalText(text, { setting })).map(({ value }) => value);
}

describe("findValues", () => {
  it.each([
    [{ type: "number" }, "поставь двадцать пять", [25]],
    [{ type: "number" }, "поставь 2,5 тысячи и 3", [2500, 3]],
    [{ type: "number" }, "третий пункт", []],
    [{ type: "number" }, "to -5 or minus 3", [-5, -3]],
    [{ type: "percent" }, "закрой наполовину", [50]],
    [{ type: "percent" }, "на 70%", [70]],
    [{ type: "duration" }, "на 1 час 20 минут", [4800]],
    [{ type: "duration" }, "на полчаса", [1800]],
    [{ type: "duration" }, "на полтора часа", [5400]],
    [{ type: "date" }, "до пятницы", ["2026-03-13"]],
    [{ type: "date" }, "завтра в 15:30", ["2026-03-12T15:30:00"]],
    [{ type: "time" }, "завтра в 15:30", ["15:30"]],
    [{ type: "id", prefix: "PO-" }, "отправь РО-5001 и Q-1", ["PO-5001"]],
    [{ type: "id" }, "ENG-12", ["ENG-12"]],
    [{ type: "email" }, "на ivan@example.com", ["ivan@example.com"]],
    [{ type: "entity", entity: "stage" }, "сделка на паузе, другая выиграна", ["paused", "won"]],
    [{ type: "entity", entity: "stage" }, "ещё не отправлена", ["not_sent"]],
    [{ type: "entity", entity: "stage" }, "она не выиграна", []],
    [{ type: "text" }, "что угодно", []],
  ] as const)("%j in %s", (slot, text, values) => {
    expect(found(slot, text)).toEqual(values);
  });
});
