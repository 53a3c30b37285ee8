import { firstDifference } from "../../../plan/byte-diff.ts";
import { type Difference, diffJson } from "../../../plan/diff.ts";
import { diffPlans } from "../../../plan/plan-diff.ts";
import type { Json } from "../../../plan/json.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, print, UsageError } from "../../command.ts";
import { readBytes, readDocument, refuseDocument } from "../../input/document.ts";

/** Exit 0 if equal, 1 if different. */
export const diff: Handler = async (invocation) => {
  const [left = "-", right = "-"] = invocation.args;
  if (left === "-" && right === "-")
    throw new UsageError("standard input can be read only once; use a file for one side");
  if (flag(invocation, "bytes")) return diffBytes(invocation, left, right);
  const before = await readDocument(invocation.io, left);
  if (!before.ok) return refuseDocument(invocation, left, before.issues);
  const after = await readDocument(invocation.io, right);
  if (!after.ok) return refuseDocument(invocation, right, after.issues);
  const compare = flag(invocation, "plan") ? diffPlans : diffJson;
  const differences = compare(before.value, after.value);
  print(invocation, { differences }, differences.map(differenceLine).join(""));
  return differences.length === 0 ? exit.ok : exit.failed;
};

async function diffBytes(invocation: Invocation, left: string, right: string): Promise<ExitCode> {
  const { io } = invocation;
  const before = await readBytes(io, left);
  const after = await readBytes(io, right);
  const difference = firstDifference(before, after);
  if (flag(invocation, "json")) io.out(`${JSON.stringify({ difference: difference ?? null })}\n`);
  else if (difference !== undefined) {
    io.out(`byte ${difference.offset}\n- ${shown(difference.before)}\n+ ${shown(difference.after)}\n`);
  }
  return difference === undefined ? exit.ok : exit.failed;
}

function differenceLine(difference: Difference): string {
  const place = difference.pointer === "" ? "(document)" : difference.pointer;
  const before = "before" in difference ? `  - ${shown(difference.before)}\n` : "";
  const after = "after" in difference ? `  + ${shown(difference.after)}\n` : "";
  return `${difference.kind} ${place}\n${before}${after}`;
}

const longestShown = 200;

/** One line; long values are truncated, and `--json` has them in full. */
function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= longestShown
    ? text
    : `${text.slice(0, longestShown).toWellFormed()}… (${text.length} characters)`;
}
