import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ActionPlan } from "../../src/contracts/actions/plan.ts";
import { planActions } from "../../src/planners/actions/action-planner.ts";
import { smallOffice } from "./office.ts";

// Tuesday, 7 May 2024, seven in the morning.
const now = "2024-05-07T07:00:00Z";

async function plan(text: string, more: object = {}): Promise<ActionPlan> {
  const { pack, lookups } = smallOffice();
  return planActions({ text, now, zone: "UTC", ...more }, { packs: [pack], lookups });
}

/** What would be written: the tool's last word and its arguments. */
async function writes(text: string): Promise<string[]> {
  const { actions } = await plan(text);
  return actions.map(({ tool_slug: tool, args }) =>
    [tool.split(".")[1], ...Object.values(args).map((value) => (typeof value === "string" ? value : ""))].join(" "),
  );
}

describe("requests over records", () => {
  it.each([
    ["Cancel my next meeting with ann", ["delete_event e9"]],
    ["Delete all future meetings with ann", ["delete_event e9"]],
    ["ann is ill. Can you cancel my next meeting with them?", ["delete_event e9"]],
    ["Cancel my meetings today before 11", ["delete_event e1", "delete_event e2"]],
    ["Rename the last event today to wrap-up", ["update_event e7 event_name wrap-up"]],
    ["Push back my first meeting today by 30 minutes", ["update_event e1 event_start 2024-05-07 09:30:00"]],
    ["Move my meeting with ann on May 9 to 3", ["update_event e9 event_start 2024-05-09 15:00:00"]],
    ["Make my next meeting with ann 30 minutes longer", ["update_event e9 duration 90"]],
    [
      "Book a half hour meeting with ann called 'Sync' at the earliest time I'm free today",
      ["create_event Sync ann.lee@desk.test 2024-05-07 15:00:00 30"],
    ],
    [
      "Create a 1.5 hour event called Roof plan on May 20 at 3:30 with bob",
      ["create_event Roof plan bob.ray@desk.test 2024-05-20 15:30:00 90"],
    ],
    ["Delete my last email from ann", ["delete_email m2"]],
    ["Reply to ann's last email about 'Budget' with 'Fine'", ["reply_email m1 Fine"]],
    ["Forward the last email from ann to bob", ["forward_email m2 bob.ray@desk.test"]],
    ["Send bob an email titled 'A' saying 'It's 'late''", ["send_email bob.ray@desk.test A It's 'late'"]],
    ["Reassign all of ann's overdue tasks to bob", ["update_task t1 assigned_to_email bob.ray@desk.test"]],
    ["Move any of bob's tasks that are in review to completed", ["update_task t4 list_name Completed"]],
    [
      "Bob is taking over Jo March. Can you reassign them in the crm?",
      ["update_customer c8 assigned_to_email bob.ray@desk.test"],
    ],
    ["Move all customers that haven't responded to a proposal in 5 weeks to lost", ["update_customer c8 status Lost"]],
    ["Jo March is interested in training. Can you update the crm?", ["update_customer c8 product_interest Training"]],
    ["Make a bar chart of total visits since May 1", ["create_plot 2024-05-01 2024-05-06 total_visits bar"]],
    [
      "Make a line plot of the most popular traffic source since May 1",
      ["create_plot 2024-05-01 2024-05-06 visits_referral line"],
    ],
  ])("%s", async (text, expected) => {
    expect(await writes(text)).toEqual(expected);
  });

  it("reads everything where a search shows five rows at a time", async () => {
    const made = await writes("Delete all of ann's leads in the crm");
    expect(made.toSorted()).toEqual(Array.from({ length: 8 }, (_, at) => `delete_customer c${at}`));
  });
});

describe("conditions", () => {
  const mail = "send bob an email titled 'A' saying 'B'";
  it.each([
    [`If total visits was more than 10 at any time since May 1, ${mail}`, 1],
    [`If total visits was more than 20 at any time since May 1, ${mail}`, 0],
    [`If total visits was more than 20 at any time since May 1 cancel my next meeting with ann otherwise ${mail}`, 1],
    [`Does ann have any overdue tasks? If so, ${mail}`, 1],
    [`Does bob have any tasks in progress? If not, ${mail}`, 1],
    [`If ann has more than 1 overdue tasks, ${mail}`, 0],
    [`I think ann might have some overdue tasks. Can you check and if so, ${mail}`, 1],
    [`If I haven't met with ann in the last 3 days, ${mail}`, 1],
    [`If I haven't met with ann in the last 7 days, ${mail}`, 0],
    [`I haven't met with ann in a while. If it's been longer than 4 days can you ${mail}`, 1],
    [`${mail} if direct visits were higher than referral visits since May 1`, 0],
    [`Unless ann has an overdue task, ${mail}`, 0],
  ])("%s", async (text, count) => {
    expect(await writes(text)).toHaveLength(count);
  });
});

describe("in doubt nothing is done", () => {
  it.each([
    ["words nobody can account for", "Cancel my wobbly meetings with ann on the moon"],
    ["a pronoun that stands for nothing", "Delete them"],
    ["nothing but a noun", "Delete customers"],
    ["several where one is meant", "Cancel my meeting with bob today"],
    ["none where one is meant", "Cancel my meeting with bob on May 20"],
    ["something that is missing", "Schedule a meeting with ann"],
    ["a condition that cannot be read", "If Mars is in retrograde, delete my last email from ann"],
    ["something unknown in one part of several", "Delete my last email from ann and feed the cat"],
    ["what must not be done", "Don't delete my last email from ann"],
  ])("%s", async (_, text) => {
    const { actions, needs_clarification, risks } = await plan(text);
    expect(actions).toEqual([]);
    if (!text.startsWith("Don't")) expect(needs_clarification.length + risks.length).toBeGreaterThan(0);
  });

  it("a part of a name is not the name: nia is not tania", async () => {
    expect(await writes("Send nia an email titled 'A' saying 'B'")).toEqual(["send_email nia.fox@desk.test A B"]);
  });

  it("several are offered, and the one that is picked is taken", async () => {
    const asked = await plan("Move the customer Jo Mar to lost");
    expect(asked.entities[0]?.candidates.map(({ id }) => id)).toEqual(["c8", "c9"]);
    const [entity] = asked.entities;
    const picks = [{ kind: "company", query: entity?.query ?? "", id: "c9" }];
    const { actions } = await plan("Move the customer Jo Mar to lost", { picks });
    expect(actions.map(({ args }) => args["customer_id"])).toEqual(["c9"]);
  });

  it("what was missing is asked for, and its answer taken", async () => {
    const text = "Schedule a 30 minute meeting with ann called 'Sync' on May 20";
    const asked = await plan(text);
    expect(asked.needs_clarification.map(({ id }) => id)).toEqual(["field:event_start"]);
    const given = { answers: { "field:event_start": "May 21 at 4" } };
    const { actions } = await plan("Schedule a 30 minute meeting with ann called 'Sync'", given);
    expect(actions.map(({ args }) => args["event_start"])).toEqual(["2024-05-21 16:00:00"]);
  });
});

describe("every plan", () => {
  it("has the same bytes for the same words and the same answers", async () => {
    const text = "Delete all of ann's leads in the crm";
    expect(JSON.stringify(await plan(text))).toBe(JSON.stringify(await plan(text)));
  });

  it("says what it is: bulk from five writes on, destructive where something is deleted", async () => {
    const { risks, intent } = await plan("Delete all of ann's leads in the crm");
    expect([intent, ...risks.map(({ kind }) => kind)]).toEqual(["mutate", "bulk", "destructive"]);
  });

  it("reads, whatever is asked of it, and answers", async () => {
    const words = [
      "delete",
      "all",
      "my",
      "meetings",
      "with",
      "ann",
      "if",
      "so",
      "otherwise",
      "'",
      "to",
      "lost",
      "и",
      "все",
      ".",
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 14 }), async (said) => {
        const { pack, lookups, asked } = smallOffice();
        const made = await planActions({ text: said.join(" ") || "x", now, zone: "UTC" }, { packs: [pack], lookups });
        const effects = new Map(lookups.toolbox.map(({ name, effect }) => [name, effect]));
        expect(asked.every((tool) => effects.get(tool) === "read")).toBe(true);
        expect(made.summary).not.toContain("\n");
      }),
      { seed: 6, numRuns: 150 },
    );
  });
});
