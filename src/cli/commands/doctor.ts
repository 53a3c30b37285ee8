import { examine } from "../../runtime/examine.ts";
import { columns } from "../columns.ts";
import { exit, flag, type Handler, text } from "../command.ts";
import { folderOf } from "../working-folder.ts";
import { portOf } from "./dev.ts";

/** Says what is in order, what is not, and how to mend it; 7 where something is not. */
export const doctor: Handler = async (invocation) => {
  const { io } = invocation;
  const quiet = (): void => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const host = text(invocation, "host") ?? io.env["HOST"] ?? "127.0.0.1";
  const findings = await examine({ ...folderOf(invocation), log, host, port: portOf(invocation) });
  const isWell = findings.every(({ ok }) => ok);
  if (flag(invocation, "json")) io.out(`${JSON.stringify({ ok: isWell, findings })}\n`);
  else {
    const rows = findings.map(({ name, ok, says, mend }) => [
      ok ? "ok" : "BAD",
      name,
      mend === undefined ? says : `${says}. To mend it: ${mend}`,
    ]);
    io.out(columns(rows));
  }
  return isWell ? exit.ok : exit.dependency;
};
