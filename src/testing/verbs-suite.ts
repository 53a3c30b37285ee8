import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { VerbAnswer } from "../contracts/react/verb.ts";
import type { JsonObject } from "../plan/json.ts";
import { outcomeOf } from "../ports/verb-errors.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { FakeClock } from "./fake-clock.ts";

/**
 * The verbs a host must offer to be tested, under names of its own.
 *
 * - `echo {text}`: answers `{echo: text}`; a read; refuses other fields
 * - `fail {}`: the tool itself says that it failed
 * - `hang {}`: never answers
 * - `big {bytes}`: answers with that many bytes
 * - `garbage {}`: answers with what its own output schema forbids
 */
export type SuiteVerb = "echo" | "fail" | "hang" | "big" | "garbage";

export type VerbsHost = {
  verbs: Verbs;
  names: Readonly<Record<SuiteVerb, string>>;
  /** The clock of the router, for tests in which time runs out. */
  clock: FakeClock;
  stop(): Promise<void>;
};

/** What every tool host must do, whatever its tools are made of. */
export function verbsSuite(title: string, open: () => Promise<VerbsHost>): void {
  describe(`verbs over ${title}`, () => {
    let host: VerbsHost;
    beforeAll(async () => {
      host = await open();
    });
    afterAll(() => host.stop());

    const call = (
      verb: SuiteVerb | { name: string },
      payload: JsonObject = {},
      signal = new AbortController().signal,
    ) =>
      host.verbs.execute(
        {
          verb_id: typeof verb === "string" ? host.names[verb] : verb.name,
          payload,
          request_id: "request-1",
          caller: "suite",
        },
        { signal },
      );

    answerTests(() => host, call);
    faultTests(() => host, call);
  });
}

type Call = (verb: SuiteVerb | { name: string }, payload?: JsonObject, signal?: AbortSignal) => Promise<VerbAnswer>;

function answerTests(host: () => VerbsHost, call: Call): void {
  it("describes each verb it lists, and nothing it does not", () => {
    const { verbs, names } = host();
    const listed = verbs.list().map((spec) => spec.name);
    expect(listed).toEqual(expect.arrayContaining(Object.values(names)));
    expect(verbs.describe(names.echo)).toMatchObject({ name: names.echo, effect: "read", retryClass: "safe" });
    expect(verbs.describe(`${names.echo}_`)).toBeUndefined();
  });

  it("answers exactly {ok, output, error}", async () => {
    expect(await call("echo", { text: "héllo, мир 🌍" })).toEqual({
      ok: true,
      output: { echo: "héllo, мир 🌍" },
      error: null,
    });
  });

  it("gives each of many calls at once its own answer", async () => {
    const texts = Array.from({ length: 20 }, (_, at) => `text ${at}`);
    const answers = await Promise.all(texts.map((text) => call("echo", { text })));
    expect(answers.map((answer) => answer.output)).toEqual(texts.map((echo) => ({ echo })));
  });

  it("refuses a verb it does not know and says which one is close", async () => {
    const { names } = host();
    const answer = await call({ name: `${names.echo}x` });
    expect(answer).toMatchObject({ ok: false, output: null, error: { code: "unknown_verb" } });
    expect(answer.error?.message).toContain(names.echo);
  });

  it.each([
    ["a missing field", {}],
    ["a field of the wrong type", { text: 5 }],
    ["a field too many", { text: "a", txet: "b" }],
  ])("refuses a payload with %s before the tool sees it", async (_, payload) => {
    expect(await call("echo", payload)).toMatchObject({ ok: false, error: { code: "invalid_payload" } });
  });

  it("refuses a call that is not one, without rejecting", async () => {
    const { verbs, names } = host();
    const odd: unknown = { verb_id: names.echo, payload: { text: "a" }, request_id: "r", caller: "c", extra: 1 };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test is about callers without types
    const answer = await verbs.execute(odd as Parameters<Verbs["execute"]>[0], {
      signal: new AbortController().signal,
    });
    expect(answer).toMatchObject({ ok: false, error: { code: "invalid_call" } });
  });

  it("cannot read back what nobody declared how to read", async () => {
    const { verbs, names } = host();
    const effect = { key: "k", payload: { text: "a" } };
    const found = await verbs.readBack(names.echo, effect, { signal: new AbortController().signal });
    expect(found.state).toBe("unknowable");
  });
}

function faultTests(host: () => VerbsHost, call: Call): void {
  const goesOn = async (): Promise<void> =>
    expect(await call("echo", { text: "still here" })).toMatchObject({ ok: true, output: { echo: "still here" } });

  it("tells that the tool failed, and that nothing happened", async () => {
    const answer = await call("fail");
    expect(answer).toMatchObject({ ok: false, output: null, error: { code: "tool_failed" } });
    expect(answer.error === null ? "" : outcomeOf(answer.error)).toBe("none");
  });

  it("ends a call that hangs when its time is over, with an unknown outcome, and goes on", async () => {
    const { clock } = host();
    const hanging = call("hang");
    while (clock.waiting() === 0) await nextTurn();
    clock.advance(3_600_000);
    const answer = await hanging;
    expect(answer).toMatchObject({ ok: false, error: { code: "timeout" } });
    expect(answer.error === null ? "" : outcomeOf(answer.error)).toBe("unknown");
    await goesOn();
  });

  it("aborts a call when the caller aborts, and sends nothing if the caller aborted before", async () => {
    const { clock } = host();
    const stop = new AbortController();
    const hanging = call("hang", {}, stop.signal);
    while (clock.waiting() === 0) await nextTurn();
    stop.abort();
    expect(await hanging).toMatchObject({ ok: false, error: { code: "canceled" } });
    expect(await call("hang", {}, stop.signal)).toMatchObject({ ok: false, error: { code: "not_sent" } });
    await goesOn();
  });

  it("refuses an answer of 10 MB instead of truncating it, and continues", async () => {
    expect(await call("big", { bytes: 10_000_000 })).toMatchObject({ ok: false, error: { code: "output_too_large" } });
    await goesOn();
    expect(await call("big", { bytes: 1000 })).toMatchObject({ ok: true });
  });

  it("refuses an answer that violates its schema, and continues", async () => {
    expect(await call("garbage")).toMatchObject({ ok: false, error: { code: "invalid_output" } });
    await goesOn();
  });
}
