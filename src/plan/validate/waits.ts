import { compact } from "../compact.ts";
import { createIssue } from "../create-issue.ts";
import type { Issue } from "../issue.ts";
import { exactReference, parseTemplate } from "../references.ts";
import { waitInstant } from "../wait-time.ts";
import type { Context } from "./context.ts";
import { testFault } from "./control.ts";
import { read } from "./sketch.ts";

/** The time of a wait is a timestamp or a reference, and its filters compare what can be compared. */
export function decidableWaits({ sketch }: Context): Issue[] {
  return sketch.steps.flatMap(({ kind, source }, at) => {
    if (kind !== "wait") return [];
    const issue = (below: readonly string[], message: string, hint?: string): Issue =>
      createIssue("INVALID_WAIT", sketch.at(at, ["wait"], ...below), { message, ...compact({ hint }) });
    const isReference = (text: string): boolean => exactReference(parseTemplate(text, sketch.spelling)) !== undefined;
    const until = read(source, ["wait", "until"]);
    const seconds = read(source, ["wait", "seconds"]);
    const where = read(source, ["wait", "where"]);
    const filters = Array.isArray(where) ? where : [];
    return [
      ...(typeof until === "string" && Number.isNaN(waitInstant(until)) && !isReference(until)
        ? [issue(["until"], `"${until}" is not a time`, "Write it with an offset, as 2026-12-01T09:00:00+01:00.")]
        : []),
      ...(typeof seconds === "string" && !isReference(seconds)
        ? [issue(["seconds"], `"${seconds}" is not a number of seconds`)]
        : []),
      ...filters.flatMap((filter, index) => {
        const fault = testFault(read(filter, ["is"]), read(filter, ["to"]), false);
        return fault === undefined ? [] : [issue(["where", String(index), "to"], fault)];
      }),
    ];
  });
}

/** Only a step with an effect has something to undo. */
export function undoableSteps({ sketch, options }: Context): Issue[] {
  return sketch.steps.flatMap(({ kind, tool, compensate, source }, at) => {
    if (compensate === undefined) return [];
    const reads = tool !== undefined && options.toolbox?.get(tool)?.effect === "read";
    // A queued action is a run of its own, whose end the step does not know.
    const acts = kind === "tool" || kind === "plan" || (kind === "action" && read(source, ["mode"]) !== "queue");
    if (!reads && acts) return [];
    const message = reads ? `"${tool}" only reads, so there is nothing to undo` : `a ${kind} step has nothing to undo`;
    return [createIssue("NOTHING_TO_UNDO", sketch.at(at, sketch.places.compensate ?? []), { message })];
  });
}
