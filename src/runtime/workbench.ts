import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { DraftCommand, Drafts } from "../drafts/drafts.ts";
import { isJsonObject, type Json, type JsonObject } from "../plan/json.ts";
import type { OpenPlanwright } from "./open-planwright.ts";
import { openPlanwright } from "./open-planwright.ts";
import { pinsFile, writePin } from "./toolbox/pins.ts";

export type WorkbenchCase = { id: string; query: string; now: string; domain: string };

/** What became of one query: the tables where they changed, or nothing. `asked`: why nothing was done. */
export type WorkbenchResult = { id: string; domain: string; writes: number; asked?: string; state?: Json };

/** What we say of the kit's tools: what looks something up reads, the rest writes. */
const reads = /search_|get_|find_|_count$/;

/**
 * Opens the office sandbox of an evaluation kit behind the whole of Planwright: planner, gate, runs and router. `close`
 * ends the server and leaves nothing behind.
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
  const config = { packs: ["workbench"], tools: { mcp: { office: { command, prefix: "", tools } } } };
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

/** Unpinned servers may only be read: this one is accepted as it stands. */
async function pin(folder: string): Promise<void> {
  const opened = await openPlanwright({ folder, dataFolder: join(folder, "first") });
  if (!opened.ok) throw new Error(opened.issues[0]?.message ?? "the kit cannot be opened");
  for (const [name, server] of opened.value.toolbox.servers)
    writePin(join(folder, pinsFile), name, await server.currentPin());
  await opened.value.stop();
}

/** Plans one query, approves whatever the gate lets be approved, and reads the tables it leaves. */
export async function runWorkbenchCase(planwright: OpenPlanwright, one: WorkbenchCase): Promise<WorkbenchResult> {
  const { id, domain, query: text, now } = one;
  const { signal } = new AbortController();
  // Each query has an office of its own, and effects of its own.
  const tenant = `workbench-${id.replaceAll(/[^a-z0-9]+/gi, "-")}`;
  const state = async (action: "reset" | "dump"): Promise<JsonObject> => {
    const call = { verb_id: "__state", payload: { action }, request_id: `${id}-${action}`, caller: "workbench" };
    const answer = await planwright.verbs.execute(call, { signal, tenant });
    if (!answer.ok) throw new Error(answer.error.message);
    return isJsonObject(answer.output) ? answer.output : {};
  };
  await state("reset");
  const plan = await planwright.actions.plan({ text, now, zone: "UTC", tenant }, { signal });
  const writes = plan.actions.filter(({ read_only: only }) => !only).length;
  const asked = plan.needs_clarification[0]?.question ?? plan.risks.find(({ kind }) => kind === "ambiguous")?.details;
  if (writes === 0) return { id, domain, writes, ...(asked !== undefined && { asked }) };
  const made = await planwright.drafts.create({ tenant, actor: { id: "workbench" }, plan });
  if (!made.ok) return { id, domain, writes: 0, asked: made.problem.detail ?? made.problem.title };
  if (made.value.kind === "draft") await approve(planwright.drafts, tenant, made.value.draft.draft.draft_id);
  return { id, domain, writes, state: (await state("dump"))["result"] ?? null };
}

/** Says apply, and apply again where so many writes need it twice. */
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
      const { id, query, now, domain } = JSON.parse(line) as Record<string, string>; // the kit's own rows
      return { id: id ?? "", query: query ?? "", now: now ?? "", domain: domain ?? "" };
    });
}

/** The kit's own scorer over what was left; its table as text. */
export async function scoreWorkbench(kit: string, cases: string, results: readonly WorkbenchResult[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-scores-"));
  try {
    const file = join(folder, "predictions.jsonl");
    const rows = results.map(({ id, state }) => (state === undefined ? { id, calls: [] } : { id, state }));
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const args = [join(kit, "score_state.py"), "--gold", cases, "--pred", file];
    const { stdout } = await promisify(execFile)("python3", args, { maxBuffer: 1 << 26 });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
