import type { VerbAnswer, VerbCall } from "../contracts/react/verb.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import type { ChangePreview, ReadBack, VerbOptions, Verbs, VerbSpec } from "../ports/verbs.ts";

export type FakeCall = { verb: string; payload: JsonObject; requestId: string; effectKey?: string };

/** A fake verb. `run` returns an output, or throws `{code, message}` for a failed answer. */
export type FakeVerb = Partial<Omit<VerbSpec, "name">> & {
  run: (payload: JsonObject, options: VerbOptions & { call: VerbCall }) => Json | Promise<Json>;
  readBack?: (effect: { key: string; payload: JsonObject }) => ReadBack | Promise<ReadBack>;
  look?: (payload: JsonObject) => ChangePreview | undefined;
};

export type FakeVerbs = Verbs & {
  /** All calls, in order. */
  calls: FakeCall[];
  set(name: string, verb: FakeVerb): void;
  remove(name: string): void;
};

/** Thrown by a fake verb for a failed answer. */
export class FakeFailure extends Error {
  override name = "FakeFailure";
  readonly code: string;

  constructor(code: string, message = code) {
    super(message);
    this.code = code;
  }
}

/** A router with fake verbs. They read by default, so writes must be declared. */
export function createFakeVerbs(verbs: Readonly<Record<string, FakeVerb>> = {}): FakeVerbs {
  const known = new Map<string, { verb: FakeVerb; spec: VerbSpec }>();
  const calls: FakeCall[] = [];
  const set = (name: string, verb: FakeVerb): void => void known.set(name, { verb, spec: specOf(name, verb) });
  for (const [name, verb] of Object.entries(verbs)) set(name, verb);
  return {
    calls,
    set,
    remove: (name) => void known.delete(name),
    describe: (verbId) => known.get(verbId)?.spec,
    list: () => [...known.values()].map(({ spec }) => spec),
    execute: async (call, options) => {
      const { effectKey } = options;
      const made = { verb: call.verb_id, payload: call.payload, requestId: call.request_id };
      calls.push(effectKey === undefined ? made : { ...made, effectKey });
      return answer(known.get(call.verb_id)?.verb, call, options);
    },
    readBack: async (verbId, effect) =>
      (await known.get(verbId)?.verb.readBack?.(effect)) ?? {
        state: "unknowable",
        reason: "the fake has no read-back",
      },
    previewChange: async (verbId, payload) => known.get(verbId)?.verb.look?.(payload),
  };
}

async function answer(verb: FakeVerb | undefined, call: VerbCall, options: VerbOptions): Promise<VerbAnswer> {
  if (verb === undefined) return failed("unknown_verb", `there is no verb ${call.verb_id}`);
  try {
    return { ok: true, output: await verb.run(call.payload, { ...options, call }), error: null };
  } catch (error) {
    return error instanceof FakeFailure ? failed(error.code, error.message) : failed("tool_failed", String(error));
  }
}

function failed(code: string, message: string): VerbAnswer {
  return { ok: false, output: null, error: { code, message } };
}

function specOf(name: string, verb: FakeVerb): VerbSpec {
  const { run: _, readBack, look: __, ...given } = verb;
  const effect = given.effect ?? "read";
  return {
    name,
    description: "",
    inputSchema: { type: "object" },
    effect,
    source: "code",
    timeoutMs: 30_000,
    retryClass: effect === "read" ? "safe" : "never",
    canReadBack: readBack !== undefined,
    ...given,
  };
}
