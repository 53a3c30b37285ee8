import { z } from "zod";
import { AgentProfile } from "../../contracts/react/agent-profile.ts";
import { isZone } from "../../contracts/zone.ts";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import type { Issue } from "../../plan/issue.ts";
import { nearest } from "../../plan/nearest.ts";
import { parseYaml, type YamlText } from "../../plan/parse-yaml.ts";
import { parseWith } from "../../plan/parse.ts";
import { checkGoal } from "../runs/expand-goal.ts";
import { parseCron } from "../triggers/time/cron-pattern.ts";

/** A profile from a file, YAML or JSON; every fault at once, each with its file, line and column. */
export function parseProfileText(text: YamlText, tools?: ReadonlySet<string>): CheckResult<AgentProfile> {
  return parseYaml(AgentProfile, text, { any: (value) => checkProfile(value, tools) });
}

/** A profile from a request. */
export function parseProfile(value: unknown): CheckResult<AgentProfile> {
  const parsed = parseWith(AgentProfile, value);
  const issues = checkProfile(value);
  if (!parsed.ok) return refused(...parsed.issues, ...issues);
  return issues.length === 0 ? parsed : refused(...issues);
}

/** The schema refuses longer lists. */
const mostChecked = 1000;

/** The parts that are checked. A part of another shape is replaced by one without a fault: the schema reports it. */
const Checked = z.object({
  id: z.string().catch("x"),
  goal_template: z.object({ description: z.string() }).catch({ description: "" }),
  toolset: z.array(z.string().catch("")).max(mostChecked).catch([]),
  triggers: z
    .object({
      time: z
        .array(
          z
            .object({ cron: z.string().catch("* * * * *"), timezone: z.string().catch("UTC") })
            .catch({ cron: "* * * * *", timezone: "UTC" }),
        )
        .max(mostChecked)
        .catch([]),
      events: z.array(z.unknown()).catch([]),
    })
    .catch({ time: [], events: [] }),
  knobs: z
    .array(z.object({ name: z.string(), min: z.number(), max: z.number() }).catch({ name: "", min: 0, max: 0 }))
    .max(mostChecked)
    .catch([]),
  autonomy_level: z.number().catch(0),
});

/** Checks beyond the schema. With `tools`, the names in the toolset are looked up. */
export function checkProfile(value: unknown, tools?: ReadonlySet<string>): Issue[] {
  const { data: profile } = Checked.safeParse(value);
  if (profile === undefined) return [];
  const { id, triggers, toolset, knobs, autonomy_level } = profile;
  const issues: Issue[] = checkGoal(profile.goal_template.description, triggers.events.length > 0);
  if (!/^[\w.-]{1,100}$/.test(id))
    issues.push(
      invalid("/id", `${JSON.stringify(id)} is no id`, "Use letters, digits, dots, hyphens and underscores."),
    );
  for (const [at, { cron, timezone }] of triggers.time.entries()) {
    const pattern = parseCron(cron);
    if ("fault" in pattern) issues.push(invalid(`/triggers/time/${at}/cron`, pattern.fault, "See crontab(5)."));
    if (!isZone(timezone))
      issues.push(
        invalid(`/triggers/time/${at}/timezone`, `there is no zone ${timezone}`, "Use a name like Europe/Berlin."),
      );
  }
  for (const [at, { name, min, max }] of knobs.entries())
    if (min > max)
      issues.push(invalid(`/knobs/${at}`, `${name} goes from ${min} to ${max}`, "Put the lower bound first."));
  if (knobs.length > 0 && autonomy_level < 2)
    issues.push(
      invalid("/knobs", `level ${autonomy_level} moves no knobs`, "Set autonomy_level to 2, or leave them out."),
    );
  return [...issues, ...checkToolset(toolset, tools)];
}

function checkToolset(toolset: readonly string[], tools: ReadonlySet<string> | undefined): Issue[] {
  return toolset.flatMap((tool, at) => {
    const pointer = `/toolset/${at}`;
    if (tool === "") return [];
    if (toolset.indexOf(tool) !== at) return [invalid(pointer, `${tool} stands twice`, "Keep one of them.")];
    if (tools === undefined || tools.has(tool)) return [];
    const close = nearest(tool, tools);
    const hint = close === undefined ? "See planwright tools list." : `Did you mean ${close}?`;
    return [invalid(pointer, `there is no tool ${tool}`, hint)];
  });
}

/** What is allowed and probably not meant. */
export function profileWarnings(profile: AgentProfile, hasTool: (tool: string) => boolean = () => true): string[] {
  const { id, outputs, autonomy_level, triggers, toolset } = profile;
  const warnings: string[] = [];
  for (const tool of toolset)
    if (!hasTool(tool)) warnings.push(`${id}: there is no tool ${tool}; see planwright tools list`);
  const sends = (["notify_hub", "webhook", "telegram"] as const).filter((output) => outputs[output]?.enabled === true);
  if (autonomy_level === 0 && sends.length > 0)
    warnings.push(`${id}: level 0 sends nothing; ${sends.join(", ")} will be kept as a notice and not sent`);
  if (triggers.time.length + triggers.events.length + triggers.state.length === 0)
    warnings.push(`${id}: it has no trigger and runs only when somebody runs it`);
  return warnings;
}

function invalid(pointer: string, message: string, hint: string): Issue {
  return { code: "INVALID_FORMAT", pointer, message, hint };
}
