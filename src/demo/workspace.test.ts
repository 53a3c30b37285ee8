import { compact } from "../plan/compact.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../plan/json.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createMemoryLog } from "../testing/memory-log.ts";
import { parseFaults } from "./faults/faults.ts";
import { createHttp } from "../tools/http/http.ts";
import { createRegistry } from "../tools/registry.ts";
import { createVerbs } from "../tools/verb-router.ts";
import { openLinkedTools } from "./linked-tools.ts";
import { openWorkspace } from "./open-workspace.ts";
import { workspaceRules } from "./rules.ts";
import { createWorkspaceTools } from "./workspace-tools.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function open(options: { file?: string; faults?: string } = {}) {
  const clock = createFakeClock();
  const log = createMemoryLog();
  const switches = parseFaults(options.faults ?? "");
  if ("problem" in switches) throw new Error(switches.problem);
  const state = openWorkspace(compact({ now: clock.now(), file: options.file }));
  const tools = createWorkspaceTools({ state, clock, faults: switches.faults });
  const linked = openLinkedTools({ tools, clock, log, http: createHttp({ allows: () => false }) });
  closers.push(() => linked.close());
  const { registry, issues } = createRegistry(linked.tools);
  expect(issues).toEqual([]);
  const verbs = createVerbs({ registry, clock, log });
  const around = { signal: new AbortController().signal, tenant: "local" };
  const run = (verb_id: string, payload: JsonObject, effectKey?: string) =>
    verbs.execute(
      { verb_id, payload, request_id: "r", caller: "test" },
      { ...around, ...(effectKey && { effectKey }) },
    );
  const output = async (...call: Parameters<typeof run>): Promise<Json> => {
    const answer = await run(...call);
    return answer.ok ? answer.output : `${answer.error.code} ${answer.error.message}`;
  };
  const readBack = (verb: string, payload: JsonObject, key: string) => verbs.readBack(verb, { key, payload }, around);
  return { verbs, output, readBack, state };
}

const task = { team_id: "team_studio", title: "Ромашка: мудборд" };

describe("the demo workspace", () => {
  it("has a configured effect class for every tool, and reads are never mutating", () => {
    const { verbs } = open();
    const names = verbs.list("local").map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(workspaceRules).toSorted());
    expect(verbs.list("local").filter(({ effect }) => effect === "unknown")).toEqual([]);
    expect(verbs.list()).toEqual([]);
  });

  it.each<[string, JsonObject, unknown]>([
    ["ATTIO_FIND_RECORD", find("deals", "ромашка"), { count: 1, records: [{ id: "deal_0001" }] }],
    ["ATTIO_FIND_RECORD", find("deals", "альфа"), { count: 2 }],
    ["ATTIO_FIND_RECORD", find("deals", "север"), { count: 10 }],
    ["ATTIO_FIND_RECORD", find("companies", "ООО Ромашка"), { count: 1 }],
    ["ATTIO_FIND_RECORD", find("people", "Пётр Соловьев"), { count: 1 }],
    ["ATTIO_LIST_RECORDS", { object_type: "deals", filter: { stage: "won" } }, { count: 2 }],
    ["ATTIO_LIST_RECORDS", { object_type: "deals", filter: { value: { $gte: 2_300_000 } } }, { count: 2 }],
    ["ATTIO_LIST_MEETINGS", { linked_record_id: "deal_0001" }, { count: 1 }],
    ["ATTIO_LIST_MEETINGS", { starts_after: "2025-01-15T12:00:00Z" }, { count: 2 }],
    ["ATTIO_LIST_TASKS", { is_completed: false, deadline_before: "2025-01-15" }, { count: 2 }],
    ["LINEAR_LIST_LINEAR_ISSUES", { due_before: "2025-01-15" }, { count: 5 }],
    ["LINEAR_LIST_LINEAR_ISSUES", { query: "меню", state: "Todo" }, { count: 1 }],
    ["LINEAR_GET_LINEAR_ISSUE", { issue_id: "stu-1" }, { issue: { title: "Логотип: три варианта" } }],
  ])("%s %j", async (verb, payload, expected) => {
    expect(await open().output(verb, payload)).toMatchObject(expected as object);
  });

  it.each<[string, JsonObject, RegExp]>([
    ["ATTIO_UPDATE_RECORD", change({ stage: "wonn" }), /no stage "wonn". Did you mean won\?/],
    ["ATTIO_UPDATE_RECORD", change({ stag: "won" }), /no attribute stag of deals. Did you mean stage\?/],
    ["ATTIO_UPDATE_RECORD", { ...change({}), record_id: "deal_9" }, /no record deal_9/],
    ["ATTIO_CREATE_RECORD", { object_type: "deals", values: {} }, /name is required/],
    ["ATTIO_FIND_RECORD", { object_id: "deals", attributes: { name: { $like: "x" } } }, /no operator \$like/],
    ["LINEAR_CREATE_LINEAR_ISSUE", { ...task, team_id: "team_studia" }, /Did you mean team_studio\?/],
    ["LINEAR_CREATE_LINEAR_ISSUE", { title: "x" }, /invalid_payload.*team_id/],
    ["LINEAR_UPDATE_ISSUE", { issue_id: "STU-1", assignee_id: "user_x" }, /no user user_x/],
  ])("refuses with a reason: %s %j", async (verb, payload, expected) => {
    expect(await open().output(verb, payload)).toMatch(expected);
  });

  it("does not deduplicate: the same call twice makes two records, so that a test sees the double", async () => {
    const { output, state } = open();
    await output("LINEAR_CREATE_LINEAR_ISSUE", task, "key-1");
    await output("LINEAR_CREATE_LINEAR_ISSUE", task, "key-1");
    expect(state.read().issues.filter(({ external_id }) => external_id === "key-1")).toHaveLength(2);
  });

  it("hands out copies: an answer that is changed does not change the workspace", async () => {
    const { output } = open();
    const answer = (await output("ATTIO_GET_RECORD", { object_type: "deals", record_id: "deal_0001" })) as JsonObject;
    Object.assign((answer["record"] as JsonObject)["values"] as JsonObject, { stage: "lost" });
    expect(await output("ATTIO_FIND_RECORD", find("deals", "Ромашка"))).toMatchObject({
      records: [{ values: { stage: "negotiation" } }],
    });
  });

  it("survives a restart, and a second process sees what the first wrote", async () => {
    const folder = mkdtempSync(join(tmpdir(), "planwright-workspace-"));
    closers.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "data", "workspace.json");
    const [first, second] = [open({ file }), open({ file })];
    await first.output("ATTIO_UPDATE_RECORD", change({ stage: "won" }));
    await second.output("LINEAR_CREATE_LINEAR_ISSUE", task);
    for (const one of [first, second, open({ file })]) {
      expect(one.state.read().records[0]?.values).toMatchObject({ stage: "won" });
      expect(one.state.read().issues.at(-1)).toMatchObject({ identifier: "STU-9", title: task.title });
    }
  });
});

describe("its failure switches", () => {
  it.each([
    ["error", /^tool_failed/, 0],
    ["rate_limit", /^rate_limited/, 0],
    ["lost", /^connection_lost/, 1],
  ])("%s: what the caller is told, and what is written", async (kind, told, written) => {
    const { output, state } = open({ faults: `LINEAR_CREATE_LINEAR_ISSUE=${kind}@1` });
    expect(await output("LINEAR_CREATE_LINEAR_ISSUE", task, "k")).toMatch(told);
    expect(state.read().issues.filter(({ title }) => title === task.title)).toHaveLength(written);
    expect(await output("LINEAR_CREATE_LINEAR_ISSUE", task)).toMatchObject({ issue: task });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["LINEAR_CREATE_LINEAR_ISSUE", task, { issue: task }],
    ["ATTIO_CREATE_RECORD", { object_type: "deals", values: { name: "Новая" } }, { record: { object: "deals" } }],
    ["ATTIO_CREATE_NOTE", note("deal_0001"), { note: { title: "Звонок" } }],
    ["ATTIO_CREATE_TASK", { content: "Позвонить" }, { task: { content: "Позвонить" } }],
    ["ATTIO_UPDATE_RECORD", change({ stage: "won" }), { record: { values: { stage: "won" } } }],
    ["LINEAR_UPDATE_ISSUE", { issue_id: "STU-1", state: "Done" }, { issue: { state: "Done" } }],
    ["LINEAR_CREATE_LINEAR_COMMENT", { issue_id: "STU-1", body: "Готово" }, { comments: [{ body: "Готово" }] }],
  ])("a lost %s is told apart from one that never came", async (verb, payload, found) => {
    const { output, readBack } = open({ faults: `${verb}=lost` });
    expect(await readBack(verb, payload, "key-7")).toEqual({ state: "absent" });
    expect(await output(verb, payload, "key-7")).toMatch(/^connection_lost/);
    expect(await readBack(verb, payload, "key-7")).toMatchObject({ state: "done", output: found });
    expect(await readBack(verb, payload, "key-8")).toMatchObject({
      state: verb.includes("UPDATE") ? "done" : "absent",
    });
  });
});

function find(object_id: string, name: string): JsonObject {
  return { object_id, attributes: { name: { $contains: name } } };
}

function change(values: JsonObject): JsonObject {
  return { object_type: "deals", record_id: "deal_0001", values };
}

function note(parent_record_id: string): JsonObject {
  return { parent_object: "deals", parent_record_id, title: "Звонок", content: "Просят счёт" };
}
