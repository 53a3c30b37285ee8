import { setImmediate } from "node:timers/promises";
import type { PlanReactRequest } from "../contracts/react/plan-react.ts";
import type { Issue } from "../plan/issue.ts";
import { schemaCheck } from "../plan/schema-check.ts";
import { maxSchemaCost, schemaCost, tooLargeSchema } from "../plan/schema-guard.ts";
import type { JsonSchema } from "../plan/tool-spec.ts";

/** Problems that prevent a well-formed request from starting. Others get a turn after each schema, as compiling it takes time. */
export async function checkRequest({ toolset, preferences }: PlanReactRequest): Promise<Issue[]> {
  const seen = new Set<string>();
  const issues: Issue[] = [];
  for (const [at, { tool_id: id, input_schema: input, output_schema: output }] of toolset.entries()) {
    if (seen.has(id)) issues.push(issue("DUPLICATE_TOOL", `/toolset/${at}/tool_id`, `${id} is in the toolset twice`));
    seen.add(id);
    issues.push(...(await faultOf(input, `/toolset/${at}/input_schema`)));
    issues.push(...(await faultOf(output, `/toolset/${at}/output_schema`)));
  }
  return [...issues, ...(await faultOf(preferences.answer_schema, "/preferences/answer_schema"))];
}

async function faultOf(schema: JsonSchema | undefined, pointer: string): Promise<Issue[]> {
  if (schema === undefined) return [];
  if (schemaCost(schema) > maxSchemaCost) return [issue("UNUSABLE_TOOL_SCHEMA", pointer, tooLargeSchema)];
  await setImmediate();
  const result = schemaCheck(schema)(null);
  return "fault" in result ? [issue("UNUSABLE_TOOL_SCHEMA", pointer + result.fault.pointer, result.fault.message)] : [];
}

function issue(code: string, pointer: string, message: string): Issue {
  return { code, pointer, message };
}
