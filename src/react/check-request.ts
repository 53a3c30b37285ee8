import type { PlanReactRequest } from "../contracts/react/plan-react.ts";
import type { Issue } from "../plan/issue.ts";
import { schemaCheck } from "../plan/schema-check.ts";
import type { JsonSchema } from "../plan/tool-spec.ts";

/** Problems that prevent a well-formed request from starting. */
export function checkRequest({ toolset, preferences }: PlanReactRequest): Issue[] {
  const seen = new Set<string>();
  const issues = toolset.flatMap(({ tool_id: id, input_schema: input, output_schema: output }, at) => {
    const twice = seen.has(id);
    seen.add(id);
    return [
      ...(twice ? [issue("DUPLICATE_TOOL", `/toolset/${at}/tool_id`, `${id} is in the toolset twice`)] : []),
      ...faultOf(input, `/toolset/${at}/input_schema`),
      ...faultOf(output, `/toolset/${at}/output_schema`),
    ];
  });
  return [...issues, ...faultOf(preferences.answer_schema, "/preferences/answer_schema")];
}

function faultOf(schema: JsonSchema | undefined, pointer: string): Issue[] {
  if (schema === undefined) return [];
  const result = schemaCheck(schema)(null);
  return "fault" in result ? [issue("UNUSABLE_TOOL_SCHEMA", pointer + result.fault.pointer, result.fault.message)] : [];
}

function issue(code: string, pointer: string, message: string): Issue {
  return { code, pointer, message };
}
