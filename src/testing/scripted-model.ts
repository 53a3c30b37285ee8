import { compact } from "../plan/compact.ts";
import type { Json } from "../plan/json.ts";
import { type Clock, pause } from "../ports/clock.ts";
import type {
  Model,
  ModelAnswer,
  ModelCall,
  ModelFailure,
  ModelFailureCode,
  ModelRequest,
  ModelResult,
  ModelStop,
} from "../ports/model.ts";

/** Must match a message of the request; a function checks the whole request. */
export type Expectation = string | RegExp | ((request: ModelRequest) => boolean);

export type ScriptedAnswer = {
  text?: string;
  thought?: string;
  /** Default ids are `call-1`, `call-2`, … over the whole script. */
  calls?: readonly { name: string; args?: Json; id?: string }[];
  stop?: ModelStop;
  /** One token per four characters by default. */
  usage?: { inputTokens?: number; outputTokens?: number };
  /** Streams text and thought in chunks with this delay on the given clock. */
  dripMs?: number;
  expects?: Expectation;
};

export type ScriptedFailure = {
  fail: ModelFailureCode;
  message?: string;
  retryAfterMs?: number;
  usage?: { inputTokens: number; outputTokens: number };
  expects?: Expectation;
};

/** Never answers; ends when the caller aborts. */
export type ScriptedHang = { hang: true; expects?: Expectation };

export type ScriptTurn = ScriptedAnswer | ScriptedFailure | ScriptedHang;

/** Turns in call order, or a function that answers any number of calls. */
export type Script = readonly ScriptTurn[] | ((request: ModelRequest, at: number) => ScriptTurn);

export type ScriptedModel = Model & {
  /** All requests, in order. */
  readonly requests: readonly ModelRequest[];
  /** Throws unless all turns were used, all expectations met, and no extra call was made. */
  assertComplete(): void;
};

const pieceChars = 64;
const retryable = new Set<ModelFailureCode>(["rate_limited", "overloaded", "unreachable", "timeout"]);

/** A model that follows a script. Needs no test runner; the clock is only for delayed chunks. */
export function createScriptedModel(script: Script, { clock }: { clock?: Clock } = {}): ScriptedModel {
  const requests: ModelRequest[] = [];
  const surprises: string[] = [];
  let callIds = 0;
  const nextId = (): string => `call-${(callIds += 1)}`;
  return {
    requests,
    async call(request, call) {
      const at = requests.length;
      // Copied, because the caller may change the request later.
      requests.push(structuredClone(request));
      const turn = typeof script === "function" ? script(request, at) : script[at];
      if (turn === undefined) return surprise(`call ${at + 1} is not in the script`);
      if (!meets(request, turn.expects)) return surprise(`call ${at + 1} does not hold ${String(turn.expects)}`);
      if (call.signal.aborted) return aborted();
      if ("hang" in turn) return untilAborted(call.signal);
      if ("fail" in turn) return { ok: false, failure: toFailure(turn, request) };
      const answer = toAnswer(turn, request, nextId);
      const whole = await tell(answer, call, { clock, dripMs: turn.dripMs });
      return whole ? { ok: true, answer } : aborted();
    },
    assertComplete() {
      const left = typeof script === "function" ? 0 : Math.max(0, script.length - requests.length);
      const faults = left === 0 ? surprises : [...surprises, `${left} scripted turns were not used`];
      if (faults.length > 0) throw new Error(`scripted model: ${faults.join("; ")}`);
    },
  };

  function surprise(message: string): ModelResult {
    surprises.push(message);
    return { ok: false, failure: { code: "no_recording", message, retryable: false } };
  }
}

function meets(request: ModelRequest, expects: Expectation | undefined): boolean {
  if (expects === undefined) return true;
  if (typeof expects === "function") return expects(request);
  return request.messages.some(({ content }) =>
    typeof expects === "string" ? content.includes(expects) : content.search(expects) >= 0,
  );
}

function toAnswer(turn: ScriptedAnswer, request: ModelRequest, nextId: () => string): ModelAnswer {
  const { text = "", thought, usage } = turn;
  const calls = (turn.calls ?? []).map(({ id, name, args = {} }) => ({ id: id ?? nextId(), name, args }));
  const said = text.length + (thought?.length ?? 0) + (calls.length === 0 ? 0 : JSON.stringify(calls).length);
  const asked = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  return compact({
    text,
    thought,
    calls,
    stop: turn.stop ?? (calls.length > 0 ? "calls" : "end"),
    usage: {
      model: request.model,
      inputTokens: usage?.inputTokens ?? Math.ceil(asked / 4),
      outputTokens: usage?.outputTokens ?? Math.ceil(said / 4),
    },
  });
}

function toFailure(turn: ScriptedFailure, { model }: ModelRequest): ModelFailure {
  const { fail: code, message = `the script fails with ${code}`, retryAfterMs, usage } = turn;
  return {
    code,
    message,
    retryable: retryable.has(code),
    ...compact({ retryAfterMs }),
    ...(usage !== undefined && { usage: { model, ...usage } }),
  };
}

/** False if the caller aborted before the last chunk. */
async function tell(
  { thought = "", text }: ModelAnswer,
  { signal, onDelta }: ModelCall,
  { clock, dripMs }: { clock: Clock | undefined; dripMs: number | undefined },
): Promise<boolean> {
  for (const [kind, words] of [["thought", thought] as const, ["text", text] as const])
    for (let from = 0; from < words.length; from += pieceChars) {
      if (dripMs !== undefined && clock !== undefined) await pause(clock, dripMs, signal);
      if (signal.aborted) return false;
      onDelta?.({ kind, text: words.slice(from, from + pieceChars) });
    }
  return true;
}

function untilAborted(signal: AbortSignal): Promise<ModelResult> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(aborted()), { once: true }));
}

function aborted(): ModelResult {
  return { ok: false, failure: { code: "aborted", message: "the caller aborted", retryable: false } };
}
