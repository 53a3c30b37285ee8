import { createFakeVerbs, FakeFailure, type FakeVerb, type FakeVerbs } from "../../../src/testing/fake-verbs.ts";
import type { OutsideFile } from "./outside-file.ts";

/** A point at which the process may die. */
export type CrashPoint = () => void;

/**
 * Verbs over the outside file, one of each way to survive a lost answer: reads repeat, `readable` is asked afterwards,
 * `keyed` takes the key, `blind` needs a person. Each may die before the write, after it, and before its answer is kept.
 */
export function createFaultVerbs(outside: OutsideFile, point: CrashPoint): FakeVerbs {
  const write = (verb: string, more: Partial<FakeVerb>): FakeVerb => ({
    effect: "additive",
    retryClass: "never",
    run(payload, { effectKey = "" }) {
      point();
      if (more.retryClass !== "keyed" || !outside.has(effectKey)) outside.do({ key: effectKey, verb, payload });
      point();
      return { verb, key: effectKey };
    },
    ...more,
  });
  const calls = new Map<string, number>();
  return createFakeVerbs({
    read: {
      run(payload) {
        point();
        return { value: payload["value"] ?? 0, list: [1, 2, 3] };
      },
    },
    unsteady: {
      run(_, { call }) {
        point();
        const count = (calls.get(call.request_id) ?? 0) + 1;
        calls.set(call.request_id, count);
        if (call.request_id.endsWith(":attempt:1")) throw new FakeFailure("unavailable");
        return { steady: true };
      },
    },
    readable: write("readable", {
      readBack: ({ key }) =>
        outside.has(key) ? { state: "done", output: { verb: "readable", key } } : { state: "absent" },
    }),
    keyed: write("keyed", { retryClass: "keyed" }),
    blind: write("blind", {}),
  });
}
