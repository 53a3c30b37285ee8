import { existsSync } from "node:fs";
import { join } from "node:path";
import { exit, flag, type Handler, text, UsageError } from "../../command.ts";
import { startProgress } from "../../output/progress.ts";
import {
  openWorkbench,
  readWorkbenchCases,
  runWorkbenchCase,
  scoreWorkbench,
  type WorkbenchResult,
} from "../../../runtime/workbench.ts";

/** Runs the queries of a WorkBench kit through planner, gate and execution, and has the kit score what is left. */
export const evaluateWorkbench: Handler = async (invocation) => {
  const { io, args } = invocation;
  const [, kit, named] = args;
  if (kit === undefined || !existsSync(join(kit, "server.py")))
    throw new UsageError(
      "eval workbench needs the folder of the kit: planwright eval workbench <folder> [cases.jsonl]",
    );
  const cases = named ?? join(kit, "dev_queries.jsonl");
  const shown = Number(text(invocation, "errors") ?? 0);
  const results: WorkbenchResult[] = [];
  const progress = startProgress(io, "running");
  const { planwright, close } = await openWorkbench(kit);
  try {
    for (const one of readWorkbenchCases(cases)) {
      if (io.signal.aborted) return exit.failed;
      progress.report(`${results.length + 1} queries`);
      const result = await runWorkbenchCase(planwright, one);
      results.push(result);
      if (result.asked !== undefined && results.filter(({ asked }) => asked !== undefined).length <= shown)
        io.err(`${one.id}: ${one.query}\n  ${result.asked}\n`);
    }
  } finally {
    progress.end();
    await close();
  }
  const table = await scoreWorkbench(kit, cases, results);
  const rows = results.map(({ id, domain, writes, asked }) => ({ id, domain, writes, asked }));
  io.out(flag(invocation, "json") ? `${JSON.stringify({ table, results: rows })}\n` : table);
  return exit.ok;
};
