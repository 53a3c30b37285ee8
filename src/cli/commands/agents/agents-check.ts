import { checkProfiles } from "../../../runtime/agents/agent-files.ts";
import { exit, flag, type Handler } from "../../command.ts";
import { readText } from "../../input/document.ts";

/** Exit 0 if all profiles are valid, 3 otherwise. */
export const check: Handler = async (invocation) => {
  const { io, args } = invocation;
  const files = await Promise.all(args.map(async (file) => ({ file, text: await readText(io, file) })));
  const { faults, warnings } = checkProfiles(files);
  if (flag(invocation, "json")) io.out(`${JSON.stringify({ faults, warnings })}\n`);
  for (const warning of warnings) io.err(`warning: ${warning}\n`);
  for (const { messages } of faults) io.err(messages.map((message) => `${message}\n`).join(""));
  if (faults.length > 0) return exit.contract;
  if (!flag(invocation, "json"))
    io.out(`${files.length === 1 ? "The profile is" : `${files.length} profiles are`} valid.\n`);
  return exit.ok;
};
