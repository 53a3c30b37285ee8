import { describe, expect, it } from "vitest";
import { requestedStepCount } from "./step-count.ts";

describe("requestedStepCount", () => {
  it.each<[string, number]>([
    ["generate a 3-step plan", 3],
    ["a 3 step plan", 3],
    ["four step plan", 4],
    ["three–step plan", 3],
    ["in five steps", 5],
    ["In FIVE Steps!", 5],
    ["5 easy steps", 5],
    ["exactly 4 steps, please", 4],
    ["only three steps", 3],
    ["plan of seven (7) steps", 7],
    ["Draft a plan with three steps and two risks", 3],
    ["Make 12 steps. Then 3 steps.", 12],
    ["twenty-one steps", 21],
    ["twenty one steps", 21],
    ["one hundred steps", 100],
    ["two hundred five steps", 205],
    ["hundred steps", 100],
    ["a dozen steps", 12],
    ["nineteen steps", 19],
    ["ninety steps", 90],
    ["0 steps", 0],
    ["step 2: write 3 steps", 3],
    ["план из 3 шагов", 3],
    ["план из трёх шагов", 3],
    ["План из Трех шагов", 3],
    ["за один шаг", 1],
    ["в пять простых шагов", 5],
    ["десятью шагами", 10],
    ["трёхшаговый план", 3],
    ["пятишаговый план", 5],
    ["двухшаговой схеме", 2],
    ["3-шаговый план", 3],
    ["из двадцати одного шага", 21],
    ["двести пятьдесят шагов", 250],
    ["сорок шагов", 40],
    ["четыре шага", 4],
    ["восемь шагов", 8],
    ["девятнадцать шагов", 19],
  ])("%s: %d", (request, count) => {
    expect(requestedStepCount(request)).toBe(count);
  });

  it.each([
    "",
    "steps",
    "do it step by step",
    "step 3 failed",
    "steps: 3",
    "at least 3 steps",
    "up to 3 steps",
    "no more than 3 steps",
    "about 3 steps",
    "3 to 5 steps",
    "3-5 steps",
    "3–5 steps",
    "3 or 4 steps",
    "5 steps or fewer",
    "5 steps at most",
    "5 steps max",
    "the first two steps",
    "the next 2 steps",
    "two of the steps failed",
    "notify 3 users step by step",
    "create 3 invoices in steps",
    "in 2026. Steps follow",
    "two-step verification",
    "2-step authentication",
    "multi-step",
    "не более 5 шагов",
    "от 3 до 5 шагов",
    "хотя бы 3 шага",
    "минимум 3 шага",
    "5 шагов максимум",
    "3 шага или больше",
    "первые три шага",
    "создай 3 задачи шаг за шагом",
    "двухшаговая аутентификация",
    "пошаговый план",
  ])("asks for no exact number: %s", (request) => {
    expect(requestedStepCount(request)).toBeUndefined();
  });

  it("takes time in proportion to the text", () => {
    expect(requestedStepCount("one ".repeat(50_000))).toBeUndefined();
    expect(requestedStepCount("- steps ".repeat(50_000))).toBeUndefined();
  });
});
