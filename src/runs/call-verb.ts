import { VerbAnswer, type VerbCall } from "../contracts/react/verb.ts";
import type { Clock } from "../ports/clock.ts";
import type { AttemptResult } from "../ports/fact.ts";
import type { VerbOptions, Verbs } from "../ports/verbs.ts";

/** How much longer than its own time a call may take before it is given up although the router has not. */
const graceMs = 5_000;

type Parts = { verbs: Verbs; clock: Clock };

type Options = Omit<VerbOptions, "signal"> & { abort: AbortController };

/** Executes a verb and always ends: a router that neither answers nor honours its own limits cannot hold the run. */
export function callVerb({ verbs, clock }: Parts, call: VerbCall, given: Options): Promise<AttemptResult> {
  const { abort, ...rest } = given;
  const options: VerbOptions = { ...rest, signal: abort.signal };
  return new Promise((resolve) => {
    const timeoutMs = verbs.describe(call.verb_id, options.tenant)?.timeoutMs ?? 0;
    const giveUp = (code: "timeout" | "canceled") => (): void => {
      finish({ ok: false, error: { code, message: "the router did not answer in time" } });
      abort.abort();
    };
    let takeBack = clock.wake(clock.now() + timeoutMs + graceMs, giveUp("timeout"));
    const onAbort = (): void => {
      takeBack();
      takeBack = clock.wake(clock.now() + graceMs, giveUp("canceled"));
    };
    const finish = (result: AttemptResult): void => {
      takeBack();
      options.signal.removeEventListener("abort", onAbort);
      resolve(result);
    };
    options.signal.addEventListener("abort", onAbort);
    (async () => verbs.execute(call, options))()
      .then((answer) => finish(toResult(answer)))
      .catch((error: unknown) => finish(lost(String(error))));
  });
}

/** The port promises an answer; what is none leaves the outcome unknown. */
function toResult(given: unknown): AttemptResult {
  const answer = VerbAnswer.safeParse(given).data;
  if (answer === undefined) return lost("the router's answer is not one");
  return answer.ok ? { ok: true, output: answer.output } : { ok: false, error: answer.error };
}

function lost(message: string): AttemptResult {
  return { ok: false, error: { code: "connection_lost", message } };
}
