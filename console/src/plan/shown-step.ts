/** A step of a plan in any contract, as the pages show it. */
export type ShownStep = {
  id: string;
  kind: "tool" | "message" | "lookup" | "action" | "safety" | "wait" | "plan";
  /** The tool, action or check, or the kind of step. */
  name: string;
  /** The plan's own words for the step; empty if it has none. */
  title: string;
  /** What the tool does. */
  text: string;
  args: Readonly<Record<string, unknown>>;
  dependsOn: readonly string[];
};

type Fields = Readonly<Record<string, unknown>>;

/** The steps of a document of any contract; unreadable ones are skipped, the validator reports them. */
export function shownSteps(document: unknown): ShownStep[] {
  if (!isFields(document)) return [];
  const plan = isFields(document["plan"]) ? document["plan"] : document;
  const list = plan["steps"] ?? plan["actions"];
  if (!Array.isArray(list)) return [];
  const steps = list.flatMap((step: unknown, at) => (isFields(step) ? [toShown(step, at)] : []));
  const titles = Map.groupBy(steps, ({ title }) => title);
  // A title that several steps share, such as an answer, describes the plan and not the step.
  return steps.map((step) => ((titles.get(step.title) ?? []).length > 1 ? { ...step, title: "" } : step));
}

function toShown(step: Fields, at: number): ShownStep {
  const payload = isFields(step["payload"]) ? step["payload"] : step;
  const kind = kindOf(step["type"] ?? step["kind"]);
  return {
    id: textOf(step["id"] ?? step["step_id"]) || `#${at + 1}`,
    kind,
    name: nameOf(step, payload) || kind,
    title: textOf(step["title"] ?? step["preview"]),
    text: textOf(step["description"]),
    args: argsOf(step, payload),
    dependsOn: listOf(step["depends_on"] ?? step["dependencies"] ?? step["dependsOn"]),
  };
}

function nameOf(step: Fields, payload: Fields): string {
  const { tool } = step;
  if (isFields(tool)) return textOf(tool["name"]);
  const named = ["tool_name", "tool", "skill", "tool_slug", "action_name", "action", "check_name", "check", "plan"];
  const found = named.map((name) => textOf(payload[name])).find((name) => name !== "");
  if (found !== undefined) return found;
  const target = textOf(payload["target"]);
  return target === "" ? "" : `lookup.${target}`;
}

function argsOf(step: Fields, payload: Fields): Fields {
  const { tool } = step;
  if (isFields(tool) && isFields(tool["args"])) return tool["args"];
  const found = ["arguments", "args", "params", "parameters"].map((name) => payload[name]).find(isFields);
  if (found !== undefined) return found;
  if (isFields(payload["wait"])) return payload["wait"];
  const { query, content } = payload;
  return { ...(typeof query === "string" && { query }), ...(typeof content === "string" && { content }) };
}

const kinds = ["message", "lookup", "action", "safety", "wait", "plan"] as const satisfies ShownStep["kind"][];

function kindOf(value: unknown): ShownStep["kind"] {
  return kinds.find((kind) => kind === value) ?? "tool";
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === "string") : [];
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
