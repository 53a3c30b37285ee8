import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorkbench, readWorkbenchCases, runWorkbenchCase, scoreWorkbench } from "../../eval/workbench.ts";

const kit = resolve(import.meta.dirname, "../../../shared/eval/workbench");

// `npm run eval -- workbench` evaluates the whole set; this is a smoke test of planner, gate, run and router.
describe.skipIf(!existsSync(kit))("the WorkBench kit (skipped where it is not installed)", () => {
  it("is planned, approved, run and scored", async () => {
    const cases = readWorkbenchCases(resolve(kit, "dev_queries.jsonl")).filter((_, at) => at % 35 === 0);
    const { planwright, close } = await openWorkbench(kit);
    const results = [];
    try {
      for (const one of cases) results.push(await runWorkbenchCase(planwright, one));
    } finally {
      await close();
    }
    expect(results.filter(({ state }) => state !== undefined).length).toBeGreaterThan(3);
    expect(await scoreWorkbench(kit, { cases: resolve(kit, "dev_queries.jsonl"), results })).toMatch(
      new RegExp(`ok=${cases.length}`),
    );
  }, 60_000);
});
