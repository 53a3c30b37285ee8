import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TeachRequest } from "../../src/contracts/api/lessons.ts";
import { PlanwrightError } from "../../src/contracts/errors.ts";
import type { TaughtRules } from "../../src/ports/planner.ts";
import {
  openWorkbench,
  runWorkbenchCase,
  scoreWorkbench,
  type WorkbenchCase,
  type WorkbenchResult,
} from "../workbench.ts";
import { type GoldCall, writePlan } from "./write-plan.ts";

// One failing query of each WorkBench template is taught, the others are scored: npx node eval/teach/workbench.ts <kit> [template…]
type Gold = WorkbenchCase & { template: string; calls: readonly GoldCall[] };

const [kit = "", ...only] = process.argv.slice(2);
const file = join(kit, "dev_queries.jsonl");
const golds: Gold[] = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line): Gold => JSON.parse(line))
  .filter(({ template }) => only.length === 0 || only.includes(template));

/** The ids of wrong cases, and the scorer's line for all of them. */
async function score(
  cases: readonly Gold[],
  results: readonly WorkbenchResult[],
): Promise<{ wrong: Set<string>; line: string }> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-teach-"));
  try {
    const subset = join(folder, "cases.jsonl");
    writeFileSync(subset, cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
    const text = await scoreWorkbench(kit, { cases: subset, results, errors: cases.length });
    const wrong = new Set([...text.matchAll(/^WRONG (\S+):/gm)].map(([, id = ""]) => id));
    return { wrong, line: /^\(all\).*$/m.exec(text)?.[0] ?? "" };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Parameters that are the same in all queries of the template: a person knows that they are constant. */
function constantsOf(template: readonly Gold[]): string[] {
  const rows = template.flatMap(({ calls }) => calls.flatMap(({ args }) => Object.entries(args)));
  const values = Map.groupBy(rows, ([param]) => param);
  return [...values].filter(([, list]) => new Set(list.map(([, value]) => value)).size === 1).map(([param]) => param);
}

const { planwright, close } = await openWorkbench(kit);
try {
  const before: WorkbenchResult[] = [];
  for (const one of golds) before.push(await runWorkbenchCase(planwright, one));
  const base = await score(golds, before);
  console.log(`before: ${base.line}`);
  const results: WorkbenchResult[] = [];
  const scored: Gold[] = [];
  let [templates, taughtTemplates] = [0, 0];
  for (const [, template] of Map.groupBy(golds, ({ template }) => template)) {
    const lesson = template.find(({ id, calls }) => base.wrong.has(id) && calls.length > 0);
    if (lesson === undefined) continue;
    templates += 1;
    const taught = await teach(lesson, template);
    taughtTemplates += Number(typeof taught !== "string");
    const others = template.filter((one) => one !== lesson);
    const now: WorkbenchResult[] = [];
    for (const one of others)
      now.push(
        await runWorkbenchCase(
          planwright,
          { ...one, id: `${one.id}-taught` },
          typeof taught === "string" ? undefined : taught,
        ),
      );
    const renamed = now.map((one, at) => ({ ...one, id: others[at]?.id ?? "" }));
    const after = await score(others, renamed);
    const failed = others.filter(({ id }) => base.wrong.has(id));
    const mended = failed.filter(({ id }) => !after.wrong.has(id)).length;
    console.log(
      `${lesson.id}: ${typeof taught === "string" ? taught : "taught"}; others right ${others.length - after.wrong.size} of ${others.length}, of ${failed.length} wrong ones ${mended} mended`,
    );
    results.push(...renamed);
    scored.push(...others);
  }
  const all = await score(scored, results);
  const failed = scored.filter(({ id }) => base.wrong.has(id));
  console.log(`templates with a failing query: ${templates}, taught ${taughtTemplates}`);
  console.log(`their other queries: ${all.line}`);
  console.log(
    `of these wrong before: ${failed.length}, right now: ${failed.filter(({ id }) => !all.wrong.has(id)).length}`,
  );
} finally {
  await close();
}

/** The rules after the lesson, or why it was not kept. */
async function teach(lesson: Gold, template: readonly Gold[]): Promise<TaughtRules | string> {
  const written = await writePlan(planwright, lesson);
  if (written === undefined) return "no plan of searches, filters, ranks and calls";
  const { steps, fixed } = written;
  if (process.env["SHOW"] !== undefined) console.log(lesson.query, JSON.stringify(steps, null, 1));
  const tenant = `teacher-${lesson.id.replaceAll(/[^a-z0-9]+/gi, "-")}`;
  const request = TeachRequest.parse({
    request: lesson.query,
    plan: { steps },
    now: `${lesson.now}Z`,
    zone: "UTC",
    fixed: [...constantsOf(template), ...fixed],
  });
  try {
    await planwright.lessons.teach({ tenant, by: "eval" }, request);
    return await planwright.lessons.taught(tenant);
  } catch (error) {
    if (!(error instanceof PlanwrightError)) throw error;
    return error.issues?.map(({ message }) => message).join("; ") ?? error.message;
  }
}
