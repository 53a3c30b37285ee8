/** Inputs that must end in an error or a valid answer, never in an exception. */
export const hostileInputs: readonly (readonly [name: string, input: unknown])[] = [
  ["an empty goal", { agent_id: "kit", goal: "" }],
  ["white space only", { agent_id: "kit", goal: " \t\n\u2003" }],
  ["emoji only", { agent_id: "kit", goal: "🌍🚀👩‍👩‍👧" }],
  ["control characters", { agent_id: "kit", goal: "echo \u0000\u0007\u001b[31m hello" }],
  ["bidi marks", { agent_id: "kit", goal: "echo \u202ehello\u202c \u2066world\u2069" }],
  ["half a surrogate pair", { agent_id: "kit", goal: "echo \ud83d" }],
  ["a megabyte of one word", { agent_id: "kit", goal: "echo ".repeat(200_000) }],
  ["a goal that is no text", { agent_id: "kit", goal: 42 }],
  ["no goal", { agent_id: "kit" }],
  ["no agent", { goal: "echo hello" }],
  ["null", null],
  ["a list", []],
  ["a manifest that is no list", { agent_id: "kit", goal: "echo hello", tool_manifest: "all of them" }],
  ["a manifest of nothing usable", { agent_id: "kit", goal: "echo hello", tool_manifest: [{}, { skill_id: "" }] }],
  ["a broken schema", { agent_id: "kit", goal: "echo hello", tool_manifest: [broken()] }],
  ["a schema that contains itself", { agent_id: "kit", goal: "echo hello", tool_manifest: [recursive()] }],
  ["an unknown field", { agent_id: "kit", goal: "echo hello", tool_manifests: [] }],
];

function broken(): object {
  return { skill_id: "echo", name: "Echo", input_schema: { type: "objekt", properties: [], required: "message" } };
}

function recursive(): object {
  const node = { type: "object", properties: { next: { $ref: "#/$defs/node" } } };
  return { skill_id: "echo", name: "Echo", input_schema: { type: "object", $defs: { node }, $ref: "#/$defs/node" } };
}
