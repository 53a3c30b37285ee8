import { describe, expect, it } from "vitest";
import { read } from "../../language/reading.ts";
import type { JsonObject } from "../../plan/json.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import { account, type Account, type AccountPlan } from "./account.ts";

const text = (description: string) => ({ type: "string", description });
const tools = createToolbox([
  {
    name: "archive_parcel",
    description: "Archive a parcel",
    effect: "destructive",
    inputSchema: { type: "object", properties: { parcel_id: text("id of the parcel"), reason: text("why") } },
  },
  {
    name: "get_parcel",
    description: "Get the status of a parcel",
    effect: "read",
    inputSchema: { type: "object", properties: { parcel_id: text("id of the parcel") } },
  },
  {
    name: "book_room",
    description: "Book a meeting room",
    effect: "additive",
    inputSchema: {
      type: "object",
      properties: { room: text("name of the room"), date: { type: "string", format: "date" }, time: text("HH:MM") },
    },
  },
  {
    name: "set_budget",
    description: "Set the budget of a team",
    effect: "additive",
    inputSchema: {
      type: "object",
      properties: {
        team: text("name of the team"),
        amount: { type: "number" },
        notify: { type: "boolean", default: true },
      },
    },
  },
]);

type Call = readonly [tool: string, args: JsonObject];

/** What a plan without provenance, such as a model's, is held to. */
function held(goal: string, ...calls: Call[]): Account {
  const plan: AccountPlan = {
    calls: calls.map(([name, args], at) => {
      const tool = tools.get(name);
      return { id: `c${at + 1}`, name, args, dependsOn: [], ...(tool !== undefined && { tool }) };
    }),
  };
  return account(read(goal, { now: "2026-03-04T10:00:00Z", zone: "UTC" }), plan);
}

const lost = (goal: string, ...calls: Call[]): string[] => held(goal, ...calls).unaccounted.map(({ words }) => words);
const archive: Call = ["archive_parcel", { parcel_id: "P-17" }];

describe("everything said is carried", () => {
  it.each<[string, Call[]]>([
    ["Archive parcel P-17", [archive]],
    ["could you please archive parcel P-17, thanks", [archive]],
    ["Archive my parcel P-17", [archive]],
    ["Archive parcels P-17 and P-18", [archive, ["archive_parcel", { parcel_id: "P-18" }]]],
    ["Archive parcel P-17 but not P-18", [archive]],
    ["Archive parcel P-17 instead of P-18", [archive]],
    ["Set the budget of team Falcon to 1.2m", [["set_budget", { team: "Falcon", amount: 1_200_000 }]]],
    ["Set the budget of team Falcon to two thousand", [["set_budget", { team: "Falcon", amount: 2000 }]]],
    ["Book room Aurora on 5 March", [["book_room", { room: "Aurora", date: "2026-03-05" }]]],
    ["Book room Aurora tomorrow at 3 pm", [["book_room", { room: "Aurora", date: "2026-03-05", time: "15:00" }]]],
    ["Get the status of parcel P-17", [["get_parcel", { parcel_id: "P-17" }]]],
    ["Don't archive parcel P-17, get its status", [["get_parcel", { parcel_id: "P-17" }]]],
    ["Заархивируй посылку P-17, пожалуйста", [archive]],
  ])("%s", (goal, calls) => {
    expect(lost(goal, ...calls)).toEqual([]);
  });
});

describe("what a plan leaves out is named in place", () => {
  it.each<[string, Call[], string[]]>([
    ["Archive parcel P-17 at 10:30", [archive], ["10:30"]],
    ["Archive parcel P-17 and paint the fence", [archive], ["paint the fence"]],
    ["Archive the blurgish parcel P-17", [archive], ["blurgish"]],
    ["Archive parcels P-17 and P-18", [archive], ["P-18"]],
    ["Set the budget of team Falcon to 1.2m", [["set_budget", { team: "Falcon", amount: 1.2 }]], ["1.2m"]],
    [
      "Book room Aurora tomorrow at 10:30",
      [["book_room", { room: "Aurora", date: "2026-03-05" }]],
      ["tomorrow at 10:30"],
    ],
    ["Get the status of my parcel", [["get_parcel", { parcel_id: "P-17" }]], ["my"]],
    ["Заархивируй посылку P-17 и купи торт", [archive], ["купи торт"]],
  ])("%s", (goal, calls, words) => {
    const found = held(goal, ...calls).unaccounted;
    expect(found.map((one) => one.words)).toEqual(words);
    for (const { from, to, words: said } of found) expect(goal.slice(from, to)).toBe(said);
  });
});

describe("no write comes from what is not plainly asked for", () => {
  it.each([
    ["Don't archive parcel P-17", "forbidden"],
    ["No need to archive parcel P-17", "forbidden"],
    ["Archive parcel P-17. Never mind", "forbidden"],
    ["Should I archive parcel P-17?", "doubtful"],
    ["Archive parcel P-17? Not sure", "doubtful"],
    ["Не уверен, что надо архивировать посылку P-17", "doubtful"],
    ["Посылку P-17 не надо архивировать", "forbidden"],
    ["No point in archiving parcel P-17", "forbidden"],
    ["Archive parcel P-17. Do not heed that", "forbidden"],
    ["Archive parcel P-17? Yeah, what", "doubtful"],
    ["Archive parcel P-17. I was told to", "unused"],
    ["Archive parcel P-17. Ida does not agree", "forbidden"],
    ["Archive parcel P-17. But not before Friday", "unused"],
  ])("%s is %s", (goal, why) => {
    expect(held(goal, archive).unaccounted.map((one) => one.why)).toContain(why);
  });

  it("holds for a value that is ruled out", () => {
    const { unaccounted } = held("Archive parcel P-17 instead of P-18", ["archive_parcel", { parcel_id: "P-18" }]);
    expect(unaccounted).toMatchObject([{ why: "unused" }, { words: "P-18", why: "forbidden" }]);
  });
});

describe("no value is invented", () => {
  it.each<[string, Call, string[]]>([
    ["Archive parcel P-17", ["archive_parcel", { parcel_id: "P-17", reason: "damaged in transit" }], ["reason"]],
    ["Book room Aurora tomorrow", ["book_room", { room: "Aurora", date: "2026-03-05", time: "09:00" }], ["time"]],
    ["Book room Aurora tomorrow", ["book_room", { room: "Borealis", date: "2026-03-05" }], ["room"]],
    ["Set the budget of team Falcon to 500", ["set_budget", { team: "Falcon", amount: 500, notify: true }], []],
    ["Archive parcel P-17", ["archive_parcel", { parcel_id: "{{c0.id}}", reason: "" }], []],
  ])("%s", (goal, call, paths) => {
    expect(held(goal, call).invented.map(({ path }) => path)).toEqual(paths);
  });
});

describe("a question for a reason", () => {
  it.each(["Why archive parcel P-17?", "Зачем архивировать посылку P-17?"])("leads to no write: %s", (goal) => {
    expect(held(goal, archive).unaccounted.map(({ why }) => why)).toContain("doubtful");
  });
});
