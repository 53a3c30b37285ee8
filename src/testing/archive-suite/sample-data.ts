import * as fc from "fast-check";
import type { Audit } from "../../ports/audit.ts";
import type { Keys } from "../../ports/keys.ts";
import type { Knowledge } from "../../ports/knowledge.ts";
import type { Store } from "../../ports/store.ts";
import { now, sampleEffect, sampleFact, samplePlan, sampleRun, sampleWait, tenant } from "../store-suite/samples.ts";

/** All ports with stored data. */
export type Stores = { store: Store; keys: Keys; audit: Audit; knowledge: Knowledge };

/** Sample data: counts, texts and times. */
export type SampleData = { runs: number; words: readonly string[]; times: readonly number[] };

/** Texts with characters that stores or files may mishandle. */
const words = fc.string({
  unit: fc.constantFrom("a", "ж", "🌍", '"', "\\", "\n", "\u2028", "\u{F0000}", "\0"),
  maxLength: 6,
});

export const sampleData: fc.Arbitrary<SampleData> = fc.record({
  runs: fc.nat(6),
  words: fc.uniqueArray(words, { maxLength: 8 }),
  times: fc.array(fc.integer({ min: 0, max: 2 ** 45 }), { minLength: 1, maxLength: 4 }),
});

/** Writes rows into every table. */
export async function writeSampleData({ store, keys, audit, knowledge }: Stores, planting: SampleData): Promise<void> {
  const { runs, words: given, times } = planting;
  const at = (place: number): number => times[place % times.length] ?? now;
  for (let n = 0; n < runs; n += 1) {
    const runId = `run-${n}`;
    await store.write((tx) => {
      tx.createRun({ ...sampleRun(runId), planHash: `hash-${n % 2}` }, samplePlan);
      for (let step = 0; step <= n; step += 1) tx.append(runId, sampleFact(`s${step}`), at(step));
      tx.reserve(sampleEffect(`effect-${n}`, { runId }));
      tx.openWait(sampleWait(`wait-${n}`, runId));
      tx.enqueue({ queue: "runs", key: runId, tenant, dueAt: n % 2 === 0 ? at(n) : Infinity }, at(n));
    });
  }
  for (const [n, word] of given.entries()) {
    await store.write((tx) => {
      tx.putRecord({ tenant, kind: "a.b", id: word, group: word, body: { word } }, 0);
      tx.putRecord({ tenant, kind: "a.c", id: word, status: word, body: [word, null, 0.1] }, 0);
      tx.count({ tenant, key: word, add: n });
      tx.claim({ tenant, key: word, bodyHash: "h", expiresAt: at(n) + 1, answer: { word } }, at(n));
    });
    await keys.add({
      id: `key-${n}`,
      tenant,
      name: word,
      scopes: ["plan"],
      hash: "h",
      createdAt: at(n),
      expiresAt: at(n),
    });
    const subjects = [word];
    await audit.record({ tenant, principal: "p", action: "a", subjects, requestId: "r", at: at(n), outcome: "done" });
    const passages = [word, "purchase order"].map((text) => ({ heading: word, text }));
    await knowledge.put({ source: `${word}.md`, title: word, passages }, n % 2 === 0 ? tenant : undefined);
  }
}
