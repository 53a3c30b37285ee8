import type { PlanCost, PlanPreview, StepPreview } from "../../contracts/api/run.ts";
import { canonicalText } from "../../plan/canonical.ts";
import type { Json } from "../../plan/json.ts";
import { exit, type ExitCode, type Invocation, print } from "../command.ts";
import { countOf } from "./count-of.ts";
import { shorten } from "./run-text.ts";

/** Prints what a plan would do. Exit 1 if a step would fail, 6 if a person would have to decide. */
export function printPreview(invocation: Invocation, preview: PlanPreview): ExitCode {
  print(invocation, preview, previewText(preview));
  if (preview.failures > 0) return exit.failed;
  return preview.approvals > 0 ? exit.approval : exit.ok;
}

function previewText({ steps, writes, approvals, failures, cost }: PlanPreview): string {
  const width = Math.max(...steps.map((step) => nameOf(step).length));
  const counts = [
    countOf(writes, "write"),
    ...(approvals > 0 ? [`${countOf(approvals, "decision")} by a person`] : []),
    ...(failures > 0 ? [countOf(failures, "failure")] : []),
  ];
  return `${steps.map((step) => stepText(step, width)).join("")}\nNothing was written. A run: ${counts.join(", ")}.\nCost: ${costText(cost)}\n`;
}

const maxNamed = 5;

/** `1.5 to 3 ¢; no price is known for create_vendor`. */
export function costText({ least_micro_cents: least, most_micro_cents: most, unpriced }: PlanCost): string {
  const cents = (amount: number): string => `${Number((amount / 1_000_000).toFixed(6))}`;
  const amount = least === most ? `${cents(least)} ¢` : `${cents(least)} to ${cents(most)} ¢`;
  if (unpriced.length === 0) return amount;
  const more = unpriced.length > maxNamed ? ` and ${unpriced.length - maxNamed} more` : "";
  return `${amount}; no price is known for ${unpriced.slice(0, maxNamed).join(", ")}${more}`;
}

function stepText(step: StepPreview, width: number): string {
  const { does, tool, args, changes, done_by: doneBy, approval, error, unresolved, output } = step;
  const head = `  ${nameOf(step).padEnd(width)}  ${does.padEnd(7)}`;
  const call = [tool, args === null ? null : short(args)].filter((word) => word !== null).join(" ");
  const notes = [
    ...(changes === null ? [] : changeLines(changes)),
    ...(output === undefined ? [] : [`gives ${short(output)}`]),
    ...(doneBy === null ? [] : [`run ${doneBy} did it; nothing would be sent`]),
    ...(unresolved.length === 0 ? [] : [`known only in a run: ${unresolved.join(", ")}`]),
    ...(approval === null ? [] : [`waits for a person: ${approval}`]),
    ...(error === null
      ? []
      : [does === "skip" ? error.message.replaceAll("_", " ") : `${error.code}: ${error.message}`]),
  ];
  const margin = " ".repeat(width + 13);
  return `${`${head}  ${call}`.trimEnd()}\n${notes.map((note) => `${margin}${note}\n`).join("")}`;
}

function changeLines({ before, after }: NonNullable<StepPreview["changes"]>): string[] {
  const changed = Object.keys(after).filter(
    (name) => canonicalText(before[name] ?? null) !== canonicalText(after[name] ?? null),
  );
  if (changed.length === 0) return ["changes nothing: the values are there already"];
  return changed.map((name) => `${name}: ${short(before[name] ?? null)} → ${short(after[name] ?? null)}`);
}

function nameOf({ step_id: id, item }: StepPreview): string {
  return item === null ? id : `${id}[${item}]`;
}

function short(value: Json): string {
  return shorten(JSON.stringify(value), 200);
}
