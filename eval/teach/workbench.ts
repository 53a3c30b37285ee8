import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TeachRequest } from "../../src/contracts/api/lessons.ts";
import { PlanwrightError } from "../../src/contracts/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/plan/json.ts";
import type { TaughtRules } from "../../src/ports/planner.ts";
import type { OpenPlanwright } from "../../src/runtime/open-planwright.ts";
import {
  openWorkbench,
  runWorkbenchCase,
  scoreWorkbench,
  type WorkbenchCase,
  type WorkbenchResult,
} from "../workbench.ts";

// One failing query of each WorkBench template is taught, the others are scored: npx node eval/teach/workbench.ts <kit> [template…]
type Call = { tool: string; args: Record<string, string> };
type Gold = WorkbenchCase & { template: string; calls: readonly Call[] };
type Step = { kind: "tool"; id: string; tool: string; args: JsonObject; dependsOn: string[] };

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

/** Where ids of records come from: the tool that searches them, and its parameters by what they take. */
const searches: Readonly<Record<string, { tool: string; by: readonly string[] }>> = {
  event_id: { tool: "calendar.search_events", by: ["query"] },
  email_id: { tool: "email.search_emails", by: ["query"] },
  task_id: { tool: "project_management.search_tasks", by: ["task_name", "assigned_to_email"] },
  customer_id: { tool: "customer_relationship_manager.search_customers", by: ["customer_name", "assigned_to_email"] },
};

/**
 * The plan a person would write: the calls of the gold, with addresses looked up in the directory and records searched by
 * words of the query. Undefined where no single search finds the record: ranking and iteration are not calls.
 */
async function planFor(planwright: OpenPlanwright, { query, calls }: Gold): Promise<Step[] | undefined> {
  const steps: Step[] = [];
  const look = async (tool: string, args: JsonObject): Promise<Json> => {
    const call = { verb_id: tool, payload: args, request_id: `teach-${JSON.stringify(args)}`, caller: "workbench" };
    const answer = await planwright.verbs.execute(call, { signal: new AbortController().signal, tenant: "teacher" });
    return answer.ok && isJsonObject(answer.output) ? (answer.output["result"] ?? null) : null;
  };
  const add = (tool: string, args: JsonObject): string => {
    const same = steps.find((step) => step.tool === tool && JSON.stringify(step.args) === JSON.stringify(args));
    const dependsOn = [...new Set(Array.from(JSON.stringify(args).matchAll(/\{\{(s\d+)\./g), ([, id = ""]) => id))];
    const step = same ?? { kind: "tool", id: `s${steps.length + 1}`, tool, args, dependsOn };
    if (same === undefined) steps.push(step);
    return step.id;
  };
  const words = [...query.matchAll(/'([^']+)'|(\p{Lu}\p{L}+(?: \p{Lu}[\p{L}-]+)*)|(\p{L}{3,})/gu)].map(
    (found) => found[1] ?? found[0],
  );
  for (const { tool, args } of calls) {
    const filled: JsonObject = {};
    for (const [param, value] of Object.entries(args)) {
      const search = searches[param];
      const name = /^([a-z]+)\.[a-z]+@/.exec(value)?.[1];
      if (search !== undefined) {
        let id: string | undefined;
        for (const by of search.by)
          for (const word of words) {
            const rows = id === undefined ? await look(search.tool, { [by]: word }) : [];
            if (Array.isArray(rows) && rows.length === 1 && isJsonObject(rows[0]) && rows[0][param] === value)
              id = add(search.tool, { [by]: word });
          }
        if (id === undefined) return undefined;
        filled[param] = `{{${id}.result.0.${param}}}`;
      } else if (name !== undefined && !query.includes(value)) {
        if (!query.toLowerCase().includes(name)) return undefined;
        filled[param] = `{{${add("company_directory.find_email_address", { name })}.result.0}}`;
      } else filled[param] = value;
    }
    add(tool, filled);
  }
  return steps;
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
  const steps = await planFor(planwright, lesson);
  if (steps === undefined) return "no plan of single calls";
  const tenant = `teacher-${lesson.id.replaceAll(/[^a-z0-9]+/gi, "-")}`;
  const request = TeachRequest.parse({
    request: lesson.query,
    plan: { steps },
    now: `${lesson.now}Z`,
    zone: "UTC",
    fixed: constantsOf(template),
  });
  try {
    await planwright.lessons.teach({ tenant, by: "eval" }, request);
    return await planwright.lessons.taught(tenant);
  } catch (error) {
    if (!(error instanceof PlanwrightError)) throw error;
    return error.issues?.map(({ message }) => message).join("; ") ?? error.message;
  }
}
