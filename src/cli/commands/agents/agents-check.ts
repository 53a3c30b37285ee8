import { checkProfiles } from "../../../runtime/agents/agent-files.ts";
import { toolNames } from "../../../runtime/diagnose/diagnose-tools.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation } from "../../command.ts";
import { readText } from "../../input/document.ts";
import { withToolbox } from "../../workspace/local-toolbox.ts";

/** Exit 0 if all profiles are valid, 3 otherwise. */
export const check: Handler = async (invocation) => {
  const { io, args } = invocation;
  const files = await Promise.all(args.map(async (file) => ({ file, text: await readText(io, file) })));
  return withToolbox(invocation, async (toolbox) => {
    // While a source of tools is down, its tools are not known.
    const isWhole = toolbox.problems.length === 0;
    if (!isWhole) io.err("warning: names of tools were not checked\n");
    return printChecked(invocation, checkProfiles(files, isWhole ? toolNames(toolbox, toolbox.tenant) : undefined));
  });
};

function printChecked(invocation: Invocation, { faults, warnings }: ReturnType<typeof checkProfiles>): ExitCode {
  const { io, args } = invocation;
  const isJson = flag(invocation, "json");
  if (isJson) io.out(`${JSON.stringify({ faults, warnings })}\n`);
  for (const warning of warnings) io.err(`warning: ${warning}\n`);
  for (const { messages } of faults) io.err(messages.map((message) => `${message}\n`).join(""));
  if (faults.length > 0) return exit.contract;
  if (!isJson) io.out(`${args.length === 1 ? "The profile is" : `${args.length} profiles are`} valid.\n`);
  return exit.ok;
}
