import * as fc from "fast-check";
import { StoreError } from "../ports/store-error.ts";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { VerbAnswer } from "../contracts/react/verb.ts";
import type { JsonObject } from "../plan/json.ts";
import { outcomeOf } from "../ports/verb-errors.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createMemoryLog } from "../testing/memory-log.ts";
import { verbsSuite } from "../testing/verbs-suite.ts";
import { defineTool } from "./define-tool.ts";
import { deny, needsApproval, allow, type Policy } from "./policy/policy.ts";
import { createRegistry } from "./registry.ts";
import { ToolError } from "./tool-error.ts";
import type { Tool } from "./tool.ts";
import { createSecrets } from "./secrets.ts";
import { createVerbs } from "./verb-router.ts";

const { signal } = new AbortController();

function router(tools: readonly Tool[], policies: readonly Policy[] = []) {
  const clock = createFakeClock();
  const log = createMemoryLog();
  const { registry, issues } = createRegistry(tools);
  expect(issues).toEqual([]);
  return { verbs: createVerbs({ registry, policies, clock, log }), clock, log };
}

const call = (verb_id: string, payload: JsonObject = {}) => ({ verb_id, payload, request_id: "r-1", caller: "test" });

const suiteTools: Tool[] = [
  defineTool({
    name: "echo",
    description: "",
    input: z.strictObject({ text: z.string() }),
    output: z.strictObject({ echo: z.string() }),
    effect: "read",
    run: ({ text }) => ({ echo: text }),
  }),
  defineTool({
    name: "fail",
    description: "",
    input: z.strictObject({}),
    run: () => {
      throw new ToolError("tool_failed", "no");
    },
  }),
  // Ignores its signal, as bad tools do.
  defineTool({ name: "hang", description: "", input: z.strictObject({}), run: () => new Promise<never>(() => {}) }),
  defineTool({
    name: "big",
    description: "",
    input: z.strictObject({ bytes: z.int() }),
    run: ({ bytes }) => "x".repeat(bytes),
  }),
  defineTool({
    name: "garbage",
    description: "",
    input: z.strictObject({}),
    output: { type: "object", required: ["echo"] },
    run: () => ({ oche: 1 }),
  }),
];

verbsSuite("tools in code", async () => ({
  ...router(suiteTools),
  names: { echo: "echo", fail: "fail", hang: "hang", big: "big", garbage: "garbage" },
  stop: async () => {},
}));

describe("the router", () => {
  const write = (run = vi.fn(() => "done")) => ({
    run,
    tool: defineTool({ name: "write", description: "", input: { type: "object" }, tenants: ["a", "b"], run }),
  });

  const away: Policy = () => Promise.reject(new StoreError("busy", "the database is away"));

  it.each<[string, Policy[], string | undefined]>([
    ["no hook", [], undefined],
    ["a hook that allows", [() => allow], undefined],
    ["a hook that denies", [() => allow, () => deny("not on Sundays")], "denied"],
    ["a hook that wants approval", [async () => needsApproval("ask Anna")], "needs_approval"],
    ["a denial beside a wish for approval", [() => needsApproval("ask"), () => deny("no")], "denied"],
    ["a hook that fails", [() => Promise.reject(new Error("down"))], "denied"],
    ["a hook whose store is away", [() => needsApproval("ask"), away], "unavailable"],
    ["a denial beside a hook whose store is away", [away, () => deny("no")], "denied"],
  ])("with %s", async (_, policies, code) => {
    const { run, tool } = write();
    const { verbs } = router([tool], policies);
    const answer = await verbs.execute(call("write"), { signal, tenant: "a" });
    expect(answer.error?.code).toBe(code);
    expect(run).toHaveBeenCalledTimes(code === undefined ? 1 : 0);
  });

  it("does not wait for a hook that never decides, nor call a tool for a caller that has disconnected", async () => {
    const { run, tool } = write();
    const { verbs, clock } = router([tool], [() => new Promise<never>(() => {})]);
    const late = verbs.execute(call("write"), { signal, tenant: "a" });
    while (clock.waiting() === 0) await new Promise(setImmediate);
    clock.advance(5000);
    expect(await late).toMatchObject({ error: { code: "denied", message: "a policy hook did not answer in time" } });
    const stop = new AbortController();
    const left = verbs.execute(call("write"), { signal: stop.signal, tenant: "a" });
    while (clock.waiting() === 0) await new Promise(setImmediate);
    stop.abort();
    expect(await left).toMatchObject({ error: { code: "not_sent" } });
    expect(run).not.toHaveBeenCalled();
  });

  it("takes a person's approval for what needs one, and not for what is denied", async () => {
    const { run, tool } = write();
    const approved = { signal, tenant: "a", approvedBy: "ann" };
    const held = router([tool], [() => needsApproval("ask")]).verbs;
    expect(await held.execute(call("write"), approved)).toMatchObject({ ok: true });
    const denied = router([tool], [() => needsApproval("ask"), () => deny("no")]).verbs;
    expect(await denied.execute(call("write"), approved)).toMatchObject({ error: { code: "denied" } });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("hides a tenant's verb from everyone else, as if it were not there", async () => {
    const { tool } = write();
    const { verbs } = router([tool, ...suiteTools]);
    expect(verbs.list("c").map((spec) => spec.name)).not.toContain("write");
    expect(verbs.describe("write", "b")).toBeDefined();
    for (const tenant of ["c", undefined]) {
      const answer = await verbs.execute(call("write"), { signal, ...(tenant === undefined ? {} : { tenant }) });
      expect(answer.error).toEqual({ code: "unknown_verb", message: "there is no verb write" });
    }
  });

  it("shows a verb for any tenant to callers that have one, and only to them", () => {
    const { verbs } = router([defineTool({ ...anyTenant, input: {}, run: () => null })]);
    expect([verbs.describe("any", "zz") !== undefined, verbs.describe("any") !== undefined]).toEqual([true, false]);
  });
  const anyTenant = { name: "any", description: "", tenants: ["*"] };

  it.each([
    ["undefined", undefined, null],
    ["a Date", new Date(0), "invalid_output"],
    ["a BigInt", 5n, "invalid_output"],
    ["a number that is not finite", { n: Number.NaN }, "invalid_output"],
    ["an integer that would be rounded", 2 ** 60, "invalid_output"],
    ["a cycle", cyclic(), "invalid_output"],
    ["a __proto__ key", JSON.parse('{"__proto__": 1}'), "invalid_output"],
    ["half a character", "\ud800", "invalid_output"],
  ])("takes %s from a tool for what it is", async (_, output, outcome) => {
    const tool = {
      ...defineTool({ name: "odd", description: "", input: {}, run: () => null }),
      run: async () => output,
    };
    const answer = await router([tool]).verbs.execute(call("odd"), { signal });
    expect(answer.ok ? answer.output : answer.error.code).toBe(outcome);
  });

  it("passes on a tool's own code, and thrown values that are not errors", async () => {
    const throwing = (thrown: unknown) =>
      defineTool({ name: "t", description: "", input: {}, effect: "read", run: () => Promise.reject(thrown as Error) });
    const answers = [new ToolError("quote_not_found", "no Q-1"), new Error("x"), "just text"].map((thrown) =>
      router([throwing(thrown)]).verbs.execute(call("t"), { signal }),
    );
    expect((await Promise.all(answers)).map((answer) => answer.error)).toEqual([
      { code: "quote_not_found", message: "no Q-1" },
      { code: "tool_failed", message: "x" },
      { code: "tool_failed", message: "just text" },
    ]);
  });

  it("does not take it for nothing done when a tool that may write breaks off", async () => {
    const broken = (effect: "read" | "additive" | "unknown") =>
      defineTool({
        name: "t",
        description: "",
        input: {},
        effect,
        run: () => {
          throw new TypeError("fetch failed");
        },
      });
    const ended = async (effect: Parameters<typeof broken>[0]) => {
      const { error } = await router([broken(effect)]).verbs.execute(call("t"), { signal });
      return error === null ? "" : [error.code, outcomeOf(error)];
    };
    expect(await ended("read")).toEqual(["tool_failed", "none"]);
    expect(await ended("additive")).toEqual(["tool_crashed", "unknown"]);
    expect(await ended("unknown")).toEqual(["tool_crashed", "unknown"]);
  });

  it("replaces known secrets that a tool echoes, in errors and outputs", async () => {
    const secret = "s3cret-token-1";
    const tools = [
      defineTool({
        name: "fails",
        description: "",
        input: {},
        run: () => Promise.reject(new Error(`bad key ${secret}`)),
      }),
      defineTool({
        name: "echoes",
        description: "",
        input: {},
        run: () => ({ sent: [`Bearer ${secret}`], [secret]: 1 }),
      }),
    ];
    const { registry } = createRegistry(tools);
    const verbs = createVerbs({
      registry,
      log: createMemoryLog(),
      clock: createFakeClock(),
      secrets: createSecrets([secret]),
    });
    expect((await verbs.execute(call("fails"), { signal })).error?.message).toBe("bad key [redacted]");
    expect((await verbs.execute(call("echoes"), { signal })).output).toEqual({
      sent: ["Bearer [redacted]"],
      "[redacted]": 1,
    });
  });

  it("logs every call with the hash of its arguments and its duration, and never the arguments", async () => {
    const { verbs, log, clock } = router([
      defineTool({
        name: "slow",
        description: "",
        input: {},
        run: () => {
          clock.advance(250);
          throw new Error("the password s3cret is wrong");
        },
      }),
    ]);
    await verbs.execute(call("slow", { password: "s3cret" }), { signal, tenant: "a" });
    await verbs.execute(call("nothing", { password: "s3cret" }), { signal });
    expect(log.lines.map((line) => line.fields)).toEqual([
      {
        event: "verbs.executed",
        verb: "slow",
        request_id: "r-1",
        caller: "test",
        tenant: "a",
        args_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
        duration_ms: 250,
        ok: false,
        code: "tool_crashed",
      },
      expect.objectContaining({ verb: "nothing", code: "unknown_verb" }),
    ]);
    expect(JSON.stringify(log.lines)).not.toContain("s3cret");
  });

  it("does not reject when the log or the call is broken", async () => {
    const { registry } = createRegistry(suiteTools);
    const broken = () => {
      throw new Error("disk full");
    };
    const log = { debug: broken, info: broken, warn: broken, error: broken };
    const verbs = createVerbs({ registry, log, clock: createFakeClock() });
    expect(await verbs.execute(call("echo", { text: "a" }), { signal })).toMatchObject({ ok: true });
    for (const odd of [null, 5, {}, { verb_id: "echo" }, call("echo", cyclic())])
      // A caller without types is what this is about.
      expect(await verbs.execute(odd as ReturnType<typeof call>, { signal })).toMatchObject({ ok: false });
  });

  it("answers any input in the same shape", async () => {
    const { verbs } = router([
      defineTool({ name: "any", description: "", input: true, effect: "read", run: (payload) => payload }),
      ...suiteTools.filter((tool) => tool.spec.name !== "hang"),
    ]);
    const verb = fc.constantFrom("any", "echo", "fail", "garbage", "__proto__", "constructor", "");
    const odd = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
      fc.record({ verb_id: verb, payload: fc.anything(), request_id: fc.string(), caller: fc.string() }),
      fc.record({ verb_id: verb, payload: fc.object(), request_id: fc.constant("r"), caller: fc.constant("c") }),
    );
    await fc.assert(
      fc.asyncProperty(odd, async (value) => {
        // A caller without types is what this is about.
        const answer = await verbs.execute(value as ReturnType<typeof call>, { signal });
        expect(VerbAnswer.safeParse(answer).success).toBe(true);
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  it("leaves no timer and no listener", async () => {
    const { verbs, clock } = router(suiteTools);
    const stop = new AbortController();
    const listen = vi.spyOn(stop.signal, "addEventListener");
    const forget = vi.spyOn(stop.signal, "removeEventListener");
    await verbs.execute(call("echo", { text: "a" }), { signal: stop.signal });
    await verbs.execute(call("fail"), { signal: stop.signal });
    expect(clock.waiting()).toBe(0);
    expect(forget).toHaveBeenCalledTimes(listen.mock.calls.length);
  });

  it("hands the effect key to the tool and reads back by it, with failures as unknowable", async () => {
    const seen: unknown[] = [];
    const tool = defineTool({
      name: "keyed",
      description: "",
      input: {},
      retryClass: "keyed",
      run: (_, { effectKey }) => {
        seen.push(effectKey);
        return null;
      },
      readBack: ({ key }) => {
        if (key === "broken") throw new Error("cannot look");
        return key === "k1" ? { state: "done", output: { id: 1 } } : { state: "absent" };
      },
    });
    const { verbs } = router([tool]);
    await verbs.execute(call("keyed"), { signal, effectKey: "k1" });
    expect(seen).toEqual(["k1"]);
    expect(verbs.describe("keyed")).toMatchObject({ canReadBack: true, retryClass: "keyed", effect: "unknown" });
    const ask = (key: string) => verbs.readBack("keyed", { key, payload: {} }, { signal });
    expect(await ask("k1")).toEqual({ state: "done", output: { id: 1 } });
    expect(await ask("k2")).toEqual({ state: "absent" });
    expect(await ask("broken")).toEqual({ state: "unknowable", reason: "cannot look" });
    expect((await verbs.readBack("nothing", { key: "k", payload: {} }, { signal })).state).toBe("unknowable");
  });
});

function cyclic(): JsonObject {
  const value: JsonObject = {};
  value["self"] = value;
  return value;
}
