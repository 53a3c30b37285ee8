import { structuredToolbox } from "../../../contracts/structured/toolbox.ts";
import type { Issue } from "../../../plan/issue.ts";
import type { ToolSpec } from "../../../plan/tool-spec.ts";
import { readConfiguredTools } from "../../../runtime/toolbox/configured-tools.ts";
import { demoPack, loadPacks } from "../../../runtime/config/load-packs.ts";
import { readManifest } from "../../../planners/manifest.ts";
import { demoTools } from "../../../runtime/planning/planning.ts";
import { type Invocation, text } from "../../command.ts";
import { readDocument, readText } from "../../input/document.ts";
import { folderOf } from "../../workspace/working-folder.ts";
import { silentLog } from "../../../ports/log.ts";

type PackList = Extract<ReturnType<typeof loadPacks>, { ok: true }>["value"];

/** The tools and packs for planning. */
type PlanningResources = { tools: readonly ToolSpec[]; packs: PackList };
/** The path is empty if the messages contain file, line and column. */
export type RefusedInput = { path: string; issues: readonly Issue[] };

/**
 * Reads `--tools` and `--pack`. The defaults are the tools of the structured contract, the configuration of the workspace,
 * or the demo without a configuration.
 */
export async function readPlanningResources(
  invocation: Invocation,
  contract: string | undefined,
): Promise<PlanningResources | RefusedInput> {
  const named = await readPacks(invocation);
  if ("issues" in named) return named;
  const path = text(invocation, "tools");
  const usual = path === undefined ? await defaultResources(invocation, contract) : await readTools(invocation, path);
  if ("issues" in usual) return usual;
  return named.packs === undefined ? usual : { ...usual, packs: named.packs };
}

async function readTools({ io }: Invocation, path: string): Promise<PlanningResources | RefusedInput> {
  const document = await readDocument(io, path);
  if (!document.ok) return { path, issues: document.issues };
  const { tools, issues } = readManifest(document.value);
  return issues.length > 0 ? { path, issues } : { tools, packs: [] };
}

async function defaultResources(
  invocation: Invocation,
  contract: string | undefined,
): Promise<PlanningResources | RefusedInput> {
  const configured = contract === "structured" ? undefined : await readFolder(invocation);
  if (configured !== undefined) return configured;
  const loaded = loadPacks([demoPack()]);
  if (!loaded.ok) return { path: "", issues: loaded.issues };
  return { tools: contract === "structured" ? [...structuredToolbox.values()] : demoTools(), packs: loaded.value };
}

async function readFolder(invocation: Invocation): Promise<PlanningResources | RefusedInput | undefined> {
  const { io } = invocation;
  const tenant = text(invocation, "tenant") ?? "local";
  const configured = await readConfiguredTools({ ...folderOf(invocation), log: silentLog }, tenant);
  if (configured === undefined) return undefined;
  if (!configured.ok) return { path: "", issues: configured.issues };
  const { tools, packs, problems } = configured.value;
  for (const { source: place, message } of problems) io.err(`warning: ${place}: ${message}\n`);
  return { tools, packs: [...packs] };
}

async function readPacks(invocation: Invocation): Promise<{ packs: PackList | undefined } | RefusedInput> {
  const given = invocation.values["pack"];
  const paths = (Array.isArray(given) ? given : [given]).filter((path) => typeof path === "string");
  if (paths.length === 0) return { packs: undefined };
  const files = await Promise.all(paths.map(async (path) => ({ path, text: await readText(invocation.io, path) })));
  const loaded = loadPacks(files);
  return loaded.ok ? { packs: loaded.value } : { path: "", issues: loaded.issues };
}
