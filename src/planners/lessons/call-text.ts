import { type Json, toJson } from "../../plan/json.ts";
import type { LessonStep } from "./lesson.ts";

type Call = Pick<LessonStep, "tool" | "args" | "when" | "forEach">;

/** What a call does, without its name in the plan. */
export function callContent({ tool, args, when, forEach }: Call): Json[] {
  const control = when === undefined && forEach === undefined ? [] : [{ when, forEach }];
  return toJson([tool, args, ...control]);
}

/** The same in one line. */
export function callText({ tool, args, when, forEach }: Call): string {
  const condition = when && ` if ${JSON.stringify(when)}`;
  const iteration = forEach && ` for each of ${JSON.stringify(forEach)}`;
  return `${tool}(${JSON.stringify(args)})${condition ?? ""}${iteration ?? ""}`;
}
