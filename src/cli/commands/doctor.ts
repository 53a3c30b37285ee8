import { examine, type Finding, type FindingState, stateOf } from "../../runtime/examine.ts";
import { consoleFiles } from "../../server/static/console-files.ts";
import { columns } from "../columns.ts";
import { exit, flag, type Handler, text } from "../command.ts";
import { withProgress } from "../progress.ts";
import { folderOf } from "../working-folder.ts";
import { portOf } from "./dev.ts";

/** Says what is in order, what is not, and how to mend it; 7 where something is not. */
export const doctor: Handler = async (invocation) => {
  const { io } = invocation;
  const quiet = (): void => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const host = text(invocation, "host") ?? io.env["HOST"] ?? "127.0.0.1";
  const parts = { ...folderOf(invocation), log, host, port: portOf(invocation) };
  const found = await withProgress(io, "looking", () => examine(parts));
  const findings = [...found, examineConsole(consoleFiles() !== undefined)];
  const isWell = findings.every(({ ok }) => ok);
  if (flag(invocation, "json")) {
    const rows = findings.map((finding) => ({ ...finding, state: stateOf(finding) }));
    io.out(`${JSON.stringify({ ok: isWell, findings: rows })}\n`);
  } else io.out(columns(findings.flatMap(rowsOf)));
  return isWell ? exit.ok : exit.dependency;
};

const words: Readonly<Record<FindingState, string>> = { ok: "ok", warn: "warn", bad: "BAD" };

/** What to do stands on a line of its own, where it can be read and copied. */
function rowsOf(finding: Finding): string[][] {
  const { name, says, mend } = finding;
  const row = [words[stateOf(finding)], name, says];
  return mend === undefined ? [row] : [row, ["", "", `→ ${mend}`]];
}

function examineConsole(isBuilt: boolean): Finding {
  if (isBuilt) return { name: "console", ok: true, says: "built" };
  return { name: "console", ok: true, says: "not built: the API works without it", mend: "npm run console" };
}
