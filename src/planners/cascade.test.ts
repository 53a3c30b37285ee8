import { describe, expect, it } from "vitest";
import { Plan } from "../plan/plan.ts";
import {
  isPlannerError,
  type PlannedAnswer,
  type Planner,
  type PlannerAnswer,
  type PlannerRequest,
} from "../ports/planner.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createCascade } from "./cascade.ts";
import { plannerError } from "./planner-error.ts";

const request: PlannerRequest = {
  agentId: "a",
  goal: "echo",
  toolbox: [],
  surface: "determinism",
  now: "2025-01-15T12:00:00Z",
  zone: "UTC",
};

function sure(confidence: number, part: Partial<PlannedAnswer> = {}): PlannedAnswer {
  return { plan: Plan.parse({ steps: [] }), confidence, deterministic: true, ...part };
}

function planner(id: string, answer: PlannerAnswer, mode: Planner["mode"] = "full"): Planner {
  return { id, version: "1.0.0", mode, plan: async () => answer };
}

const asks = { clarification: { missing: [], bad: [] } };
const failed = plannerError("PLANNER_TIMEOUT", "late");

async function ask(...answers: [PlannerAnswer, ...PlannerAnswer[]]): Promise<unknown> {
  const [first, ...rest] = answers.map((answer, at) => ({ planner: planner(`p${at}`, answer), atLeast: 0.6 }));
  if (first === undefined) return undefined;
  const call = { signal: new AbortController().signal, clock: createFakeClock() };
  const answer = await createCascade([first, ...rest]).plan(request, call);
  if (isPlannerError(answer)) return [answer.code, answer.details["considered"]];
  return [answer.confidence, answer.considered?.map(({ planner, outcome }) => `${planner} ${outcome}`)];
}

describe("the cascade", () => {
  it.each<[string, [PlannerAnswer, ...PlannerAnswer[]], unknown]>([
    ["stops at the first that is sure", [sure(0.9), sure(1)], [0.9, ["p0 taken"]]],
    ["goes on from one that is unsure", [sure(0.5), sure(0.7)], [0.7, ["p0 unsure", "p1 taken"]]],
    ["goes on from one that fails", [failed, sure(0.7)], [0.7, ["p0 failed", "p1 taken"]]],
    ["goes on from one that would ask", [sure(0.9, asks), sure(0.7)], [0.7, ["p0 asks", "p1 taken"]]],
    ["goes on from one that finds no tool", [sure(1, { refuses: true }), sure(0.7)], [0.7, ["p0 failed", "p1 taken"]]],
    [
      "ends with the refusal where nobody finds a tool",
      [sure(0.9, { refuses: true }), plannerError("PLANNER_NO_SKILLS_AVAILABLE", "none")],
      [0.9, ["p0 failed", "p1 failed"]],
    ],
    [
      "takes the surest when none is sure",
      [sure(0.5), sure(0.3), failed],
      [0.5, ["p0 unsure", "p1 unsure", "p2 failed"]],
    ],
    ["takes the question where it is the surest", [sure(0.4), sure(0.5, asks)], [0.5, ["p0 unsure", "p1 asks"]]],
    ["is as sure as asked for at the border", [sure(0.6)], [0.6, ["p0 taken"]]],
  ])("%s", async (_, answers, expected) => expect(await ask(...answers)).toEqual(expected));

  it("reports the failure of a planner instead of claiming that no tool matches", async () => {
    expect(await ask(sure(0.9, { refuses: true }), failed)).toEqual(["PLANNER_TIMEOUT", expect.anything()]);
  });

  it("gives the last error when all fail, with everyone's reason", async () => {
    expect(await ask(failed, plannerError("PLANNER_RATE_LIMITED", "slow down"))).toEqual([
      "PLANNER_RATE_LIMITED",
      [
        { planner: "p0", outcome: "failed", why: "PLANNER_TIMEOUT: late" },
        { planner: "p1", outcome: "failed", why: "PLANNER_RATE_LIMITED: slow down" },
      ],
    ]);
  });

  it("guarantees no more than its weakest member", () => {
    const tier = (mode: Planner["mode"]) => ({ planner: planner("p", sure(1), mode), atLeast: 0.5 });
    expect(createCascade([tier("full"), tier("structural")]).mode).toBe("structural");
    expect(createCascade([tier("none"), tier("full")]).mode).toBe("none");
    expect(createCascade([tier("full")]).mode).toBe("full");
  });
});
