import { join } from "node:path";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { chainLength, type Contender, fanWidth } from "./contender.ts";

export const commitEach = "bare, a commit a step";
export const sameCommits = "bare, as many commits as ours";

/** The upper bound: synced, grouped commits with a row of the same size for each step, without an engine. */
export function openBareContenders(folder: string): Contender[] {
  const each = Array.from({ length: chainLength }, () => 1);
  return [
    openBare(folder, { name: commitEach, chain: [1, ...each], fan: [1, 1, fanWidth - 2, 1] }),
    // A run of reads is one commit: it starts while it is being stored.
    openBare(folder, { name: sameCommits, chain: [1 + chainLength], fan: [1 + fanWidth] }),
  ];
}

type Rows = { name: string; chain: readonly number[]; fan: readonly number[] };

/** Each number is a commit with that many rows. */
function openBare(folder: string, { name, chain, fan }: Rows): Contender {
  const db = openDatabase({ path: join(folder, `${name}.db`) });
  const insert = db.prepare("INSERT INTO journal (run_id, key, at, fact) VALUES (?, ?, ?, ?)");
  const result = { ok: true, output: { n: 1 } };
  const fact = JSON.stringify({
    kind: "attempt",
    step: "s1",
    attempt: 1,
    verb: "step",
    argsHash: "0".repeat(64),
    startedAt: Date.now(),
    result,
  });
  let next = 0;
  const run = async (commits: readonly number[]): Promise<void> => {
    next += 1;
    const runId = `00000000-0000-7000-8000-${String(next).padStart(12, "0")}`;
    let row = 0;
    for (const rows of commits) {
      const from = row;
      row += rows;
      await db.commit(() => {
        for (let at = from; at < from + rows; at += 1) insert.run(runId, `step:s${at}:attempt:1`, Date.now(), fact);
      });
    }
  };
  return { name, chain: () => run(chain), fan: () => run(fan), close: () => db.close() };
}
