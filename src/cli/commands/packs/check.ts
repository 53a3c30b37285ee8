import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Issue } from "../../../plan/issue.ts";
import { parsePack, parsePackFor } from "../../../planners/packs/parse-pack.ts";
import { configFile, loadConfig } from "../../../runtime/config/config.ts";
import { readConfiguredPacks } from "../../../runtime/config/configured-packs.ts";
import { exit, type Handler, type Invocation, print, text, UsageError } from "../../command.ts";
import { readText, refuseDocument } from "../../input/document.ts";
import { folderOf } from "../../workspace/working-folder.ts";
import { readPlanningResources, type RefusedInput } from "../planning/planning-resources.ts";

type PackFile = { path: string; text: string };

/** Checks packs alone, and against the tools they call if these are known. */
export const check: Handler = async (invocation) => {
  const files = await packFiles(invocation);
  if ("issues" in files) return refuseDocument(invocation, files.path, files.issues);
  const alone = files.flatMap(({ path, text: yaml }) => issuesOf(parsePack(yaml, path)));
  // Tools are opened only for packs that can be read.
  const tools =
    alone.length > 0 || !hasTools(invocation) ? undefined : await readPlanningResources(invocation, undefined);
  if (tools !== undefined && "issues" in tools) return refuseDocument(invocation, tools.path, tools.issues);
  const issues =
    tools === undefined
      ? alone
      : files.flatMap(({ path, text: yaml }) => issuesOf(parsePackFor(tools.tools, { text: yaml, file: path })));
  if (issues.length > 0) return refuseDocument(invocation, "", issues);
  print(invocation, { issues: [] }, files.map(({ path }) => `${path}: no problems\n`).join(""));
  if (tools === undefined)
    invocation.io.err(
      "Tools and arguments were not compared: there is no planwright.yaml here. Name a manifest with --tools.\n",
    );
  return exit.ok;
};

function issuesOf(parsed: ReturnType<typeof parsePack>): readonly Issue[] {
  return parsed.ok ? [] : parsed.issues;
}

function hasTools(invocation: Invocation): boolean {
  const { folder, configFile: named } = folderOf(invocation);
  return text(invocation, "tools") !== undefined || named !== undefined || existsSync(resolve(folder, configFile));
}

async function packFiles(invocation: Invocation): Promise<PackFile[] | RefusedInput> {
  if (invocation.args.length > 0)
    return Promise.all(invocation.args.map(async (path) => ({ path, text: await readText(invocation.io, path) })));
  const { folder, configFile: named } = folderOf(invocation);
  const loaded = loadConfig(folder, named);
  if (!loaded.ok) return { path: "", issues: loaded.issues };
  const files = readConfiguredPacks(loaded.value);
  if (!files.ok) return { path: "", issues: files.issues };
  if (files.value.length === 0)
    throw new UsageError("no packs are configured; name a file: planwright packs check pack.yaml");
  return files.value;
}
