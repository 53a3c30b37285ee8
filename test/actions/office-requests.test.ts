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
    ["Cancel my first two meetings today", ["delete_event e1", "delete_event e2"]],
    ["Shorten all my meetings with ann on May 9 to 30 minutes", ["update_event e9 duration 30"]],
    ["Move my meeting with ann on May 9 to May 10", ["update_event e9 event_start 2024-05-10 10:00:00"]],
    ["Extend my next meeting with ann by 30 minutes", ["update_event e9 duration 90"]],
    [
      "Change the participant of my next meeting with ann to bob",
      ["update_event e9 participant_email bob.ray@desk.test"],
    ],
    ["Cancel my meetings this afternoon", ["delete_event e4", "delete_event e5", "delete_event e6", "delete_event e7"]],
    ["My next meeting with ann needs to be pushed back by 1 hour", ["update_event e9 event_start 2024-05-09 11:00:00"]],
    ["Clear my calendar on May 9", ["delete_event e9"]],
    [
      "Send an email to ann and bob titled 'Hi' saying 'Hello'",
      ["send_email ann.lee@desk.test Hi Hello", "send_email bob.ray@desk.test Hi Hello"],
    ],
    ["Email ann with the title 'A' and the body 'B'", ["send_email ann.lee@desk.test A B"]],
    ["Send a reply to ann's last email saying 'ok'", ["reply_email m2 ok"]],
    ["Delete all my emails from ann", ["delete_email m1", "delete_email m2"]],
    ["Delete the first email from ann", ["delete_email m1"]],
    [
      "Forward the email from ann about 'Budget' to bob and then delete it",
      ["forward_email m1 bob.ray@desk.test", "delete_email m1"],
    ],
    [
      "Find the email from May 3 about Budget and schedule a 30 minute meeting called 'Talk' at 1 with the sender for May 20",
      ["create_event Talk ann.lee@desk.test 2024-05-20 13:00:00 30"],
    ],
    [
      "Schedule a 30 minute meeting with the sender of the email about 'Budget' called 'Talk' on May 20 at 1",
      ["create_event Talk ann.lee@desk.test 2024-05-20 13:00:00 30"],
    ],
    [
      "Send an email to the attendees of the first event on May 9. Title it with the event name and tell them 'I am late'",
      ["send_email ann.lee@desk.test planning I am late"],
    ],
    ["Change the due date of the task 'Task t2' to May 20", ["update_task t2 due_date 2024-05-20"]],
    ["Push the deadlines of ann's in progress tasks back by one week", ["update_task t2 due_date 2024-06-08"]],
    ["Give bob all the overdue tasks that ann hasn't started", ["update_task t1 assigned_to_email bob.ray@desk.test"]],
    ["Does bob have any tasks in review? If so, move them to completed", ["update_task t4 list_name Completed"]],
    [
      "Does bob have any tasks in review? If so, give them to ann",
      ["update_task t4 assigned_to_email ann.lee@desk.test"],
    ],
    [
      "Create a task called 'Fix it' for ann on the back end board, due May 20, in the backlog",
      ["create_task Fix it ann.lee@desk.test Backlog 2024-05-20 Back end"],
    ],
    [
      "Add a new task to the Design backlog called Paint the door and assign it to bob. It's due on May 20.",
      ["create_task Paint the door bob.ray@desk.test Backlog 2024-05-20 Design"],
    ],
    ["Delete all completed tasks on the design board", ["delete_task t3"]],
    ["Update Jo March's follow up date to May 20", ["update_customer c8 follow_up_by 2024-05-20"]],
    [
      "Jo March's phone number is 555-123-4567. Can you update it in the crm?",
      ["update_customer c8 customer_phone 555-123-4567"],
    ],
    ["Jo March has asked us to delete their data. Can you remove them from the crm?", ["delete_customer c8"]],
    [
      "Add Kim Poe as a new lead in the crm. They're interested in software and should be assigned to bob. Their email is kim@poe.test",
      ["add_customer Kim Poe bob.ray@desk.test Lead kim@poe.test Software"],
    ],
    ["Move Jo March from proposal to won", ["update_customer c8 status Won"]],
    ["Reassign ann's least recently contacted lead to bob", ["update_customer c0 assigned_to_email bob.ray@desk.test"]],
    [
      "If Jo March hasn't been contacted in 3 weeks, send bob an email titled 'A' saying 'B'",
      ["send_email bob.ray@desk.test A B"],
    ],
    [
      "ann is leaving. Reassign all her overdue tasks to bob and cancel all my future meetings with her",
      ["update_task t1 assigned_to_email bob.ray@desk.test", "delete_event e9"],
    ],
    [
      "Plot total visits and engaged users between May 1 and May 5 as bar charts",
      ["create_plot 2024-05-01 2024-05-05 total_visits bar", "create_plot 2024-05-01 2024-05-05 user_engaged bar"],
    ],
    [
      "Make a line plot of total visits since May 1 and a bar chart of engaged users since May 3",
      ["create_plot 2024-05-01 2024-05-06 total_visits line", "create_plot 2024-05-03 2024-05-06 user_engaged bar"],
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
    ["an hour without a day", "Cancel my meetings before 10"],
    ["an exception nobody can apply", "Cancel all my meetings with bob today except the review"],
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
