import { AgentProfile } from "../../contracts/react/agent-profile.ts";
import { isZone } from "../../contracts/zone.ts";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import type { Issue } from "../../plan/issue.ts";
import { parseYaml, type YamlText } from "../../plan/parse-yaml.ts";
import { parseWith } from "../../plan/parse.ts";
import { checkGoal } from "../runs/expand-goal.ts";
import { parseCron } from "../triggers/time/cron-pattern.ts";

/** A profile from a file, YAML or JSON; every fault at once, each with its file, line and column. */
export function parseProfileText(text: YamlText): CheckResult<AgentProfile> {
  return parseYaml(AgentProfile, text, checkProfile);
}

/** A profile from a request. */
export function parseProfile(value: unknown): CheckResult<AgentProfile> {
  const parsed = parseWith(AgentProfile, value);
  if (!parsed.ok) return parsed;
  const issues = checkProfile(parsed.value);
  return issues.length === 0 ? parsed : refused(...issues);
}

/** What the shape cannot say. */
export function checkProfile(profile: AgentProfile): Issue[] {
  const { id, triggers, toolset, knobs, autonomy_level } = profile;
  const issues: Issue[] = checkGoal(profile);
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
  for (const [at, tool] of toolset.entries())
    if (toolset.indexOf(tool) !== at)
      issues.push(invalid(`/toolset/${at}`, `${tool} stands twice`, "Keep one of them."));
  for (const [at, { name, min, max }] of knobs.entries())
    if (min > max)
      issues.push(invalid(`/knobs/${at}`, `${name} goes from ${min} to ${max}`, "Put the lower bound first."));
  if (knobs.length > 0 && autonomy_level < 2)
    issues.push(
      invalid("/knobs", `level ${autonomy_level} moves no knobs`, "Set autonomy_level to 2, or leave them out."),
    );
  return issues;
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
