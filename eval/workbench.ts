import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { DraftCommand, Drafts } from "../src/drafts/drafts.ts";
import { isJsonObject, type Json, type JsonObject } from "../src/plan/json.ts";
import type { TaughtRules } from "../src/ports/planner.ts";
import { type OpenPlanwright, openPlanwright } from "../src/runtime/open-planwright.ts";
import { pinsFile, writePin } from "../src/runtime/toolbox/pins.ts";

export type WorkbenchCase = { id: string; query: string; now: string; domain: string };

/** The result of one query: the tables if they changed. `asked`: why nothing was done. */
export type WorkbenchResult = { id: string; domain: string; writes: number; asked?: string; state?: Json };

/** Effect classes of the kit tools: lookups read, the rest writes. */
const reads = /search_|get_|find_|_count$/;

/**
 * Opens the office sandbox of a WorkBench kit behind planner, Draft gate, runs and router. `close` stops the server and
 * removes all files.
 */
export async function openWorkbench(kit: string): Promise<{ planwright: OpenPlanwright; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-workbench-"));
  const command = ["python3", join(kit, "server.py"), "--state-tool"];
  const { stdout } = await promisify(execFile)("python3", [join(kit, "server.py"), "--manifest"]);
  const manifest: unknown = JSON.parse(stdout);
  const names = Array.isArray(manifest)
    ? manifest.filter(isJsonObject).flatMap(({ name }) => (typeof name === "string" ? [name] : []))
    : [];
  const tools = Object.fromEntries(
    names.map((name) => [
      name,
      { effect: reads.test(name) ? "read" : /delete_|update_/.test(name) ? "destructive" : "additive" },
    ]),
  );
  const config = {
    packs: [fileURLToPath(new URL("workbench.yaml", import.meta.url))],
    tools: { mcp: { office: { command, prefix: "", tools } } },
    // Resets and dumps the sandbox; not part of what is evaluated.
    approval: { rules: [{ ruling: "allow", tools: ["__state"] }] },
  };
  writeFileSync(join(folder, "planwright.yaml"), JSON.stringify(config));
  await pin(folder);
  const opened = await openPlanwright({ folder });
  if (!opened.ok) throw new Error(opened.issues[0]?.message ?? "the kit cannot be opened");
  const planwright = opened.value;
  await planwright.start();
  const close = async (): Promise<void> => {
    await planwright.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { planwright, close };
}

/** Pins the server, because writes of unpinned servers are refused. */
async function pin(folder: string): Promise<void> {
  const opened = await openPlanwright({ folder, dataFolder: join(folder, "first") });
  if (!opened.ok) throw new Error(opened.issues[0]?.message ?? "the kit cannot be opened");
  for (const [name, server] of opened.value.toolbox.servers)
    writePin(join(folder, pinsFile), name, await server.currentPin());
  await opened.value.stop();
}

/** Plans one query, approves its Draft, and reads the resulting tables. `taught` are rules for the query. */
export async function runWorkbenchCase(
  planwright: OpenPlanwright,
  one: WorkbenchCase,
  taught?: TaughtRules,
): Promise<WorkbenchResult> {
  const { id, domain, query: text, now } = one;
  const { signal } = new AbortController();
  // Each query has its own tenant, so that effects do not collide.
  const tenant = `workbench-${id.replaceAll(/[^a-z0-9]+/gi, "-")}`;
  const state = async (action: "reset" | "dump"): Promise<JsonObject> => {
    const call = { verb_id: "__state", payload: { action }, request_id: `${id}-${action}`, caller: "workbench" };
    const answer = await planwright.verbs.execute(call, { signal, tenant });
    if (!answer.ok) throw new Error(answer.error.message);
    return isJsonObject(answer.output) ? answer.output : {};
  };
  await state("reset");
  const request = { text, now, zone: "UTC", tenant, ...(taught !== undefined && { taught }) };
  const plan = await planwright.actions.plan(request, { signal });
  const writes = plan.actions.filter(({ read_only: only }) => !only).length;
  const asked = plan.needs_clarification[0]?.question ?? plan.risks.find(({ kind }) => kind === "ambiguous")?.details;
  if (writes === 0) return { id, domain, writes, ...(asked !== undefined && { asked }) };
  const made = await planwright.drafts.create({ tenant, actor: { id: "workbench" }, plan });
  if (!made.ok) return { id, domain, writes: 0, asked: made.problem.detail ?? made.problem.title };
  if (made.value.kind === "draft") await approve(planwright.drafts, tenant, made.value.draft.draft.draft_id);
  return { id, domain, writes, state: (await state("dump"))["result"] ?? null };
}

/** Applies the Draft, with the second confirmation of bulk writes. */
async function approve(drafts: Drafts, tenant: string, draftId: string): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const view = await drafts.get({ tenant, of: { draftId } });
    if (!view.ok || !/apply|confirm/.test(view.value.next.do)) break;
    const { draft, action_hash: actionHash, next } = view.value;
    const act: DraftCommand = {
      tenant,
      actor: { id: "workbench" },
      shown: { draftId, revision: draft.revision, actionHash },
    };
    await (next.do === "confirm" ? drafts.confirm(act) : drafts.apply(act));
  }
  await drafts.waitUntilSettled({ tenant, of: { draftId } });
}

export function readWorkbenchCases(file: string): WorkbenchCase[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): WorkbenchCase => {
      const { id, query, now, domain }: Record<string, string> = JSON.parse(line);
      return { id: id ?? "", query: query ?? "", now: now ?? "", domain: domain ?? "" };
    });
}

type Scored = { cases: string; results: readonly WorkbenchResult[]; errors?: number };

/** Runs the scorer of the kit and returns its table as text, with the first `errors` wrong cases. */
export async function scoreWorkbench(kit: string, { cases, results, errors = 0 }: Scored): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-scores-"));
  try {
    const file = join(folder, "predictions.jsonl");
    const rows = results.map(({ id, state }) => (state === undefined ? { id, calls: [] } : { id, state }));
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const args = [join(kit, "score_state.py"), "--gold", cases, "--pred", file, "--errors", String(errors)];
    const { stdout } = await promisify(execFile)("python3", args, { maxBuffer: 1 << 26 });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
