import { appendFileSync } from "node:fs";

/** What a client asks for, with all that the checker must know of it. */
export type ClientRequest =
  | { kind: "plan" }
  | { kind: "run" | "rerun"; markers: readonly string[] }
  /** Alice's, of one write. */
  | { kind: "draft"; marker: string }
  /** `counts` where Bob approves; the author's own word must not. */
  | { kind: "approve"; marker: string; counts: boolean }
  | { kind: "event"; channel: string; eventId: string }
  | { kind: "react"; requestId: string; marker: string; tenant: string };
export type Kind = ClientRequest["kind"];

/**
 * - `ok`: it was accepted, as `id`
 * - `fail`: it was refused, and nothing may have come of it
 * - `unknown`: no answer came, or one that says nothing: it may have happened
 */
export type Outcome = { type: "ok"; id: string } | { type: "fail"; why: string } | { type: "unknown"; why: string };

/** One invocation, with all attempts under the same key. */
export type Operation = ClientRequest & {
  op: number;
  startedAt: number;
  endedAt: number;
  attempts: number;
  outcome: Outcome;
};

/** Every invocation and every completion, in the order they happened, also in a file that only grows. */
export type History = {
  /** Carries it out and writes down how it began and how it ended. */
  record(asked: ClientRequest, carryOut: () => Promise<{ attempts: number; outcome: Outcome }>): Promise<Operation>;
  /** Something that was done to the fleet. */
  note(what: string): void;
  /** What has ended, and what has not, as of now. */
  operations(): Operation[];
};

export function createHistory(file: string, now: () => number): History {
  const operations: Operation[] = [];
  const write = (line: object): void => appendFileSync(file, `${JSON.stringify({ at: now(), ...line })}\n`);
  return {
    async record(asked, carryOut) {
      const op = operations.length;
      const startedAt = now();
      const pending: Operation = {
        ...asked,
        op,
        startedAt,
        endedAt: startedAt,
        attempts: 0,
        outcome: { type: "unknown", why: "it did not end" },
      };
      operations.push(pending);
      write({ op, type: "invoke", ...asked });
      const { attempts, outcome } = await carryOut();
      const ended: Operation = { ...pending, attempts, outcome, endedAt: now() };
      operations[op] = ended;
      write({ op, attempts, ...outcome });
      return ended;
    },
    note: (what) => write({ type: "fault", what }),
    operations: () => [...operations],
  };
}
