import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Card } from "../../src/contracts/api/chat.ts";
import type { RouteName } from "../../src/contracts/api/routes.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";
import { runEventLoop } from "../support/test-store.ts";

const tenant = "acme";
let world: ServerWorld;
let key: string;
let taps = 0;

beforeEach(async () => {
  world = await openServerWorld({ tools: { demo: true }, packs: ["studio"], approval: {} });
  key = await world.key(tenant, ["runs", "drafts", "agents"]);
});
afterEach(() => world.stop());

async function call<T>(name: RouteName, asked: object = {}): Promise<T> {
  return (await (await world.call(name, asked, key)).json()) as T; // the route's answer
}

async function say(text: string, language: "en" | "ru"): Promise<Card | undefined> {
  const body = { conversation: "me", input: { kind: "message", text }, language, zone: "Europe/Moscow" };
  return (await call<{ cards: Card[] }>("chat", { body })).cards.at(-1);
}

async function apply(card: Card | undefined): Promise<Card | undefined> {
  const buttons = card?.buttons.flat().flatMap((button) => ("data" in button ? [button] : [])) ?? [];
  const data = buttons.find(({ primary }) => primary)?.data ?? "";
  taps += 1;
  const input = { kind: "tap", tap_id: `tap-${taps}`, data };
  const reply = await call<{ cards: Card[] }>("chat", { body: { conversation: "me", input } });
  await runEventLoop(300);
  return reply.cards.at(-1);
}

type Row = { run_id: string; title: string; status: string };

async function runsOf(): Promise<Row[]> {
  const list = async () => (await call<{ runs: Row[] }>("listRuns", { query: { limit: "9" } })).runs;
  for (const { run_id: runId } of await list()) await world.planwright.runs.settled({ tenant, runId });
  return list();
}

describe("a saved plan in chat", () => {
  const body = {
    description: "Закрытие месяца",
    parameters: { month: { type: "string" } },
    plan: {
      steps: [
        {
          id: "a",
          kind: "tool",
          tool: "LINEAR_CREATE_LINEAR_ISSUE",
          args: { team_id: "team_studio", title: "Close {{params.month}}" },
        },
      ],
    },
  };

  it.each([
    ["run the month-end plan for October", "en"],
    ["запусти план month-end за октябрь", "ru"],
    ["запусти план закрытия месяца за октябрь", "ru"],
  ] as const)("%s shows what it writes, and runs when it is applied", async (text, language) => {
    await call("putPlan", { params: { name: "month-end" }, body });
    const card = await say(text, language);
    expect(card?.text).toContain(
      language === "en" ? "Create: task «Close 2024-10»" : "Создать: задача «Close 2024-10»",
    );
    expect(card?.text).not.toMatch(/LINEAR|team_/);
    expect(await runsOf()).toEqual([]);
    await apply(card);
    expect(await runsOf()).toContainEqual(
      expect.objectContaining({ title: "month-end v1 month=2024-10", status: "completed" }),
    );
  });

  it("shows every write, however many there are", async () => {
    const titles = Array.from({ length: 12 }, (_, at) => `Check shelf number ${at + 1} in the long corridor`);
    const args = { team_id: "team_studio" };
    const steps = titles.map((title, at) => {
      return { id: `s${at}`, kind: "tool", tool: "LINEAR_CREATE_LINEAR_ISSUE", args: { ...args, title } };
    });
    await call("putPlan", { params: { name: "stocktaking" }, body: { plan: { steps } } });
    const card = await say("run the stocktaking plan", "en");
    for (const title of titles) expect(card?.text).toContain(`• Create: task «${title}»`);
  });

  it("asks for a value that the request does not name", async () => {
    await call("putPlan", { params: { name: "month-end" }, body });
    expect((await say("run the month-end plan", "en"))?.text).toContain("Which value has month?");
    const card = await say("2024-12", "en");
    expect(card?.text).toContain("Close 2024-12");
  });
});

describe("a request with a schedule in chat", () => {
  it.each([
    ["Every Monday at 9 create a task: call the printer", "en"],
    ["Каждый понедельник в 9 создай задачу: позвонить в типографию", "ru"],
  ] as const)("%s becomes a saved plan that is approved once", async (text, language) => {
    const card = await say(text, language);
    expect(card?.text).toContain("0 9 * * 1");
    expect((await call<{ plans: object[] }>("listPlans")).plans).toEqual([]);
    await apply(card);
    const { plans } = await call<{ plans: { name: string }[] }>("listPlans");
    const name = plans[0]?.name ?? "";
    const plan = await call<{ schedule: { next_runs: string[] }; approval: object }>("getPlan", { params: { name } });
    expect(plan).toMatchObject({ schedule: { cron: "0 9 * * 1", timezone: "Europe/Moscow" }, approval: { runs: 0 } });
    const agentRuns = () => call<{ runs: object[] }>("listAgentRuns", { params: { id: `plan.${name}` } });
    for (const [before, at] of plan.schedule.next_runs.slice(0, 2).entries()) {
      world.clock.advance(Date.parse(at) - world.clock.now());
      // The clock must not jump to the next slot before this one is decided and its run has ended.
      const expected = Array.from({ length: before + 1 }, () => expect.objectContaining({ status: "success" }));
      const ended = async () => {
        world.clock.advance(1000);
        return (await agentRuns()).runs;
      };
      await expect.poll(ended).toEqual(expected);
    }
    const done = (await runsOf()).filter(({ title }) => title.startsWith(name));
    expect(done.map(({ status }) => status)).toEqual(["completed", "completed"]);
  });
});
