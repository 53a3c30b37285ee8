import { describe, expect, it } from "vitest";
import type { ModelDelta, ModelRequest } from "../ports/model.ts";
import { createFakeVerbs, FakeFailure } from "../testing/fake-verbs.ts";
import { openModelServer } from "../testing/model-server/index.ts";
import { createScriptedModel } from "../testing/scripted-model.ts";
import {
  createPlayer,
  parseTape,
  type Player,
  playModel,
  playVerbs,
  recordModel,
  recordVerbs,
  tapeHead,
  type TapeLine,
} from "./index.ts";

const signal = new AbortController().signal;
const head = tapeHead({ at: "2025-01-15T12:00:00.000Z", version: "0.1.0" });

function ask(content: string): ModelRequest {
  return { model: "test/one", messages: [{ role: "user", content }], maxOutputTokens: 100 };
}

/** A cassette as its file holds it. */
function openTape(): { write: (line: TapeLine) => void; text: () => string; player: () => Player } {
  let text = head;
  return {
    write: (line) => void (text += `${JSON.stringify(line)}\n`),
    text: () => text,
    player() {
      const parsed = parseTape(text, "test.jsonl");
      if (!parsed.ok) throw new Error(parsed.issues[0]?.message);
      return createPlayer(parsed.value.lines);
    },
  };
}

describe("a cassette of a model", () => {
  it("replays recordings, including failures, without the model", async () => {
    const tape = openTape();
    const live = recordModel(
      createScriptedModel([
        { thought: "hm", text: "seven", calls: [{ name: "find", args: { q: "bolts" } }] },
        { fail: "rate_limited", retryAfterMs: 5 },
      ]),
      tape.write,
    );
    const recorded = [await live.call(ask("a"), { signal }), await live.call(ask("b"), { signal })];
    const deltas: ModelDelta[] = [];
    const played = playModel(tape.player());
    const onDelta = (delta: ModelDelta): void => void deltas.push(delta);
    expect([await played.call(ask("a"), { signal, onDelta }), await played.call(ask("b"), { signal })]).toEqual(
      recorded,
    );
    expect(deltas.map(({ text }) => text)).toEqual(["hm", "seven"]);
  });

  it("replays equal requests in order, whatever their field order", async () => {
    const tape = openTape();
    const live = recordModel(createScriptedModel([{ text: "first" }, { text: "second" }]), tape.write);
    await live.call(ask("a"), { signal });
    await live.call({ ...ask("a"), temperature: 0 }, { signal });
    const played = playModel(tape.player());
    const { model, messages, maxOutputTokens } = ask("a");
    for (const text of ["first", "second"])
      expect(await played.call({ maxOutputTokens, messages, model }, { signal })).toMatchObject({ answer: { text } });
    expect(await played.call(ask("a"), { signal })).toMatchObject({
      failure: { code: "no_recording", message: "the cassette has this call 2 times, and it was made again" },
    });
  });

  it.each([
    [
      ask("what do we have in stack?"),
      'the cassette has no such call; the nearest, model 2, differs first at /messages/0/content: recorded "what do we have in stock?", requested "what do we have in stack?"',
    ],
    [{ ...ask("hello"), maxOutputTokens: 7 }, "/maxOutputTokens: recorded 100, requested 7"],
    [ask(`hello ${"x".repeat(200)}`), "/messages/0/content: byte 5: recorded"],
  ])("names the first difference to the nearest recording (%#)", async (request, message) => {
    const tape = openTape();
    const live = recordModel(createScriptedModel([{ text: "a" }, { text: "b" }]), tape.write);
    await live.call(ask("hello"), { signal });
    await live.call(ask("what do we have in stock?"), { signal });
    const result = await playModel(tape.player()).call(request, { signal });
    expect(result.ok ? "" : result.failure.message).toContain(message);
  });

  it("contains no secret from text, arguments or answers", async () => {
    const tape = openTape();
    const live = recordModel(
      createScriptedModel([
        { text: "your key is sk-abcdefghijklmnop1234", calls: [{ name: "login", args: { password: "hunter2" } }] },
      ]),
      tape.write,
    );
    const request = ask("use Bearer abcdefgh12345678");
    await live.call(request, { signal });
    expect(tape.text()).not.toMatch(/hunter2|abcdefghijklmnop1234|abcdefgh12345678/);
    expect((await playModel(tape.player()).call(request, { signal })).ok).toBe(true);
  });

  it.each([
    ["an observation", JSON.stringify({ user: "ann", password: "hunter2", nested: { api_key: "hunter2" } })],
    ["JSON amid words", 'The tool said {"access_token" : "hunter2"}, and so on.'],
    ["JSON in JSON", JSON.stringify({ output: JSON.stringify({ secret: "hunter2" }) })],
    ["JSON in JSON in JSON", JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ token: "hunter2" }) }) })],
  ])("contains no secret from %s", async (_, content) => {
    const tape = openTape();
    const request: ModelRequest = { ...ask("go"), messages: [{ role: "tool", callId: "c", name: "t", content }] };
    await recordModel(createScriptedModel([{ text: "ok" }]), tape.write).call(request, { signal });
    expect(tape.text()).not.toContain("hunter2");
    expect((await playModel(tape.player()).call(request, { signal })).ok).toBe(true);
  });

  it("records no thought that may not be logged", async () => {
    const tape = openTape();
    const live = recordModel(createScriptedModel([{ thought: "they are poor", text: "ok" }]), tape.write);
    await live.call(ask("a"), { signal, unlogged: true });
    expect(tape.text()).not.toContain("they are poor");
  });

  it("does not record failures caused by the caller", async () => {
    const tape = openTape();
    await recordModel(createScriptedModel([{ fail: "budget" }]), tape.write).call(ask("a"), { signal });
    expect(tape.text()).toBe(head);
  });

  it("can be served over HTTP", async () => {
    const tape = openTape();
    await recordModel(createScriptedModel([{ text: "seven" }]), tape.write).call(ask("a"), { signal });
    const server = await openModelServer(playModel(tape.player()));
    const body = JSON.stringify({
      model: "test/one",
      max_tokens: 100,
      temperature: 0,
      messages: [{ role: "user", content: "a" }],
    });
    const answer = await fetch(`${server.url}/chat/completions`, { method: "POST", body });
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: "seven" } }] });
    await server.close();
  });
});

describe("a cassette of verbs", () => {
  const call = (payload: object) => ({ verb_id: "find", payload: { ...payload }, request_id: "r1", caller: "test" });

  it("replays answers, errors and read-backs, and describes the verbs, without the router", async () => {
    const tape = openTape();
    const live = recordVerbs(
      createFakeVerbs({
        find: {
          effect: "destructive",
          run: ({ q }) => {
            if (q === "bad") throw new FakeFailure("not_found", "no such thing");
            return { n: 7, api_key: "s3cret" };
          },
          readBack: () => ({ state: "done", output: { n: 7 } }),
        },
      }),
      tape.write,
    );
    const good = await live.execute(call({ q: "bolts" }), { signal });
    const bad = await live.execute(call({ q: "bad" }), { signal });
    const back = await live.readBack("find", { key: "k", payload: { q: "bolts" } }, { signal });
    expect(tape.text()).not.toContain("s3cret");
    const router = createFakeVerbs();
    const played = playVerbs(tape.player(), router);
    expect(played.describe("find")).toMatchObject({ name: "find", effect: "destructive" });
    expect(played.list().map(({ name }) => name)).toEqual(["find"]);
    expect(good).toMatchObject({ ok: true });
    expect(await played.execute({ ...call({ q: "bolts" }), request_id: "r2" }, { signal })).toEqual({
      ok: true,
      output: { n: 7, api_key: "[redacted]" },
      error: null,
    });
    expect(await played.execute(call({ q: "bad" }), { signal })).toEqual(bad);
    expect(await played.readBack("find", { key: "other", payload: { q: "bolts" } }, { signal })).toEqual(back);
    expect(await played.execute(call({ q: "nuts" }), { signal })).toMatchObject({
      error: {
        code: "no_recording",
        message: expect.stringContaining('/payload/q: recorded "bolts", requested "nuts"'),
      },
    });
    expect(router.calls).toEqual([]);
  });
});

describe("the file of a cassette", () => {
  it.each([
    ["nothing", "", "is not a cassette of version 1"],
    ["another version", head.replace(":1,", ":2,"), "is not a cassette of version 1"],
    ["another file", '{"hello":1}\n', "is not a cassette of version 1"],
    ["a torn line", `${head}{"kind":"mod`, "JSON"],
    ["a line of another kind", `${head}{"kind":"wish"}\n`, "kind"],
  ])("is rejected when it is %s", (_, text, words) => {
    const parsed = parseTape(text, "c.jsonl");
    expect(parsed.ok ? "" : JSON.stringify(parsed.issues)).toContain(words);
  });
});
