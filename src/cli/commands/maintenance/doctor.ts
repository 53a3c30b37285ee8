import { diagnose } from "../../../runtime/diagnose/diagnose.ts";
import { type Finding, type FindingState, findingState } from "../../../runtime/diagnose/finding.ts";
import { consoleFiles } from "../../../server/static/console-files.ts";
import { columns } from "../../output/columns.ts";
import { exit, type Handler, print, text } from "../../command.ts";
import { withProgress } from "../../output/progress.ts";
import { folderOf } from "../../workspace/working-folder.ts";
import { portOf } from "../serving/dev.ts";
import { silentLog } from "../../../ports/log.ts";

/** Prints all checks with their fixes; exit 7 if one fails. */
export const doctor: Handler = async (invocation) => {
  const { io } = invocation;
  const host = text(invocation, "host") ?? io.env["HOST"] ?? "127.0.0.1";
  const parts = { ...folderOf(invocation), log: silentLog, host, port: portOf(invocation) };
  const found = await withProgress(io, "checking", () => diagnose(parts));
  const findings = [...found, diagnoseConsole(consoleFiles() !== undefined)];
  const isWell = findings.every(({ ok }) => ok);
  const rows = findings.map((finding) => ({ ...finding, state: findingState(finding) }));
  print(invocation, { ok: isWell, findings: rows }, columns(findings.flatMap(rowsOf)));
  return isWell ? exit.ok : exit.dependency;
};

const labels: Readonly<Record<FindingState, string>> = { ok: "ok", warn: "warn", bad: "BAD" };

/** The fix is on its own line, so that it can be copied. */
function rowsOf(finding: Finding): string[][] {
  const { name, message, fix } = finding;
  const row = [labels[findingState(finding)], name, message];
  return fix === undefined ? [row] : [row, ["", "", `→ ${fix}`]];
}

function diagnoseConsole(isBuilt: boolean): Finding {
  if (isBuilt) return { name: "console", ok: true, message: "built" };
  return { name: "console", ok: true, message: "not built; the API works without it", fix: "npm run console" };
}
