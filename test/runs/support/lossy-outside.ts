import type { Json } from "../../../src/plan/json.ts";
import { createFakeVerbs, FakeFailure, type FakeVerb, type FakeVerbs } from "../../../src/testing/fake-verbs.ts";
import type { Answer } from "./script.ts";

/** A process: once dead it writes nothing and calls nothing, whatever its code still does. */
export type ProcessLife = { alive: boolean };

type Pending = {
  key: string;
  verb: string;
  step: string;
  resolve(output: Json): void;
  reject(error: FakeFailure): void;
};

/** An outside world in which calls wait for the test to answer them, and answers can get lost. */
export function createLossyOutside() {
  const deeds: string[] = [];
  const called: string[] = [];
  let pending: Pending[] = [];
  let mostAtOnce = 0;
  const has = (key: string): boolean => deeds.includes(key);
  const act = ({ key, verb }: Pending): void => {
    if (key !== "" && !(verb === "keyed" && has(key))) deeds.push(key);
  };
  const verb = (name: string, life: ProcessLife): FakeVerb => ({
    run: (_, { signal, effectKey: key = "", call }) =>
      new Promise<Json>((resolve, reject) => {
        if (!life.alive) return;
        const one = { key, verb: name, step: call.request_id.split(":")[2] ?? "", resolve, reject };
        called.push(one.step);
        pending.push(one);
        mostAtOnce = Math.max(mostAtOnce, pending.length);
        signal.addEventListener("abort", () => {
          pending = pending.filter((other) => other !== one);
          reject(new FakeFailure("canceled"));
        });
      }),
  });
  return {
    deeds,
    called,
    has,
    pending: () => pending.length,
    mostAtOnce: () => mostAtOnce,
    verbs: (life: ProcessLife) => verbsOver((name) => verb(name, life), has),
    answer(at: number, how: Answer): void {
      const one = pending[at % Math.max(1, pending.length)];
      if (one === undefined) return;
      pending = pending.filter((other) => other !== one);
      if (how === "ok" || how === "lost_after") act(one);
      if (how === "ok") one.resolve(one.key);
      else one.reject(new FakeFailure(how === "fail" ? "tool_failed" : "timeout"));
    },
    /** Nobody hears of the calls under way any more; they may have arrived or not. */
    forget(arrives: boolean): void {
      if (arrives) for (const one of pending) act(one);
      pending = [];
    },
  };
}

function verbsOver(verb: (name: string) => FakeVerb, has: (key: string) => boolean): FakeVerbs {
  const writes = { effect: "additive", retryClass: "never" } as const;
  return createFakeVerbs({
    read: verb("read"),
    readable: {
      ...verb("readable"),
      ...writes,
      readBack: ({ key }) => (has(key) ? { state: "done", output: key } : { state: "absent" }),
    },
    keyed: { ...verb("keyed"), ...writes, retryClass: "keyed" },
    blind: { ...verb("blind"), ...writes },
  });
}
