import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import type { FaultKind } from "./chaos/fault.ts";
import { promises } from "./check/check.ts";
import { groupBy, type Rule, rules } from "./check/evidence.ts";
import type { SuiteOptions, SuiteResult } from "./suite.ts";

export type Report = {
  seed: number;
  engine: string;
  at: string;
  minutes: number;
  machine: string;
  faults: Record<string, number>;
  operations: Record<string, { ok: number; fail: number; unknown: number; attempts: number; slowestMs: number }>;
  seen: Record<string, number>;
  agents: { decisions: number; runs: number };
  /** Processes that ended without anybody ending them. */
  deaths: number;
  restedMs: number;
  verdicts: Record<Rule, number>;
};

export function reportOf(result: SuiteResult, { seed, engine, lastsMs }: SuiteOptions): Report {
  const { chaos, evidence, violations, deaths, restedMs } = result;
  const operations = [...groupBy(evidence.operations, ({ kind }) => kind)].map(([kind, all]) => {
    const count = (type: string): number => all.filter(({ outcome }) => outcome.type === type).length;
    const attempts = all.reduce((sum, one) => sum + one.attempts, 0);
    const slowestMs = Math.max(...all.map(({ startedAt, endedAt }) => endedAt - startedAt));
    return [kind, { ok: count("ok"), fail: count("fail"), unknown: count("unknown"), attempts, slowestMs }] as const;
  });
  const counted = (rule: Rule): [Rule, number] => [rule, violations.filter((one) => one.rule === rule).length];
  return {
    seed,
    engine,
    at: new Date().toISOString(),
    minutes: Math.round(lastsMs / 6_000) / 10,
    machine: `${cpus().length} cores, load ${loadavg()
      .map((one) => one.toFixed(1))
      .join(" ")}`,
    faults: countBy(chaos, ({ fault }): FaultKind => fault.kind),
    operations: Object.fromEntries(operations),
    seen: countBy(evidence.deeds, ({ what }) => what),
    agents: { decisions: evidence.decisions.length, runs: evidence.agentRuns.length },
    deaths: deaths.length,
    restedMs,
    verdicts: Object.fromEntries(rules.map(counted)) as Record<Rule, number>, // one for each rule
  };
}

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Record<string, number> {
  const groups = [...groupBy(items, nameOf)].map(([name, same]) => [name, same.length] as const);
  return Object.fromEntries(groups.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function toMarkdown(report: Report): string {
  const { faults, operations, seen, agents, verdicts } = report;
  const rows = Object.entries(operations).map(
    ([kind, { ok, fail, unknown, attempts, slowestMs }]) =>
      `| ${kind} | ${ok} | ${fail} | ${unknown} | ${attempts} | ${(slowestMs / 1000).toFixed(1)} s |`,
  );
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  return [
    `Seed ${report.seed}, engine ${report.engine}, ${report.minutes} minutes, ended ${report.at}, ${report.machine}.`,
    "",
    "| promise | violations |",
    "|---|---|",
    ...rules.map((rule) => `| ${promises[rule]} | ${verdicts[rule]} |`),
    "",
    "| request | ok | refused | unknown | attempts | slowest |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
    `Faults carried out: ${list(faults)}. The outside world saw: ${list(seen)}. Agents: ${agents.decisions} decisions,`,
    `${agents.runs} runs. Processes that ended by themselves: ${report.deaths}. After the last fault everything had ended within`,
    `${(report.restedMs / 1000).toFixed(1)} s.`,
  ].join("\n");
}

const [begin, end] = ["<!-- faults: written by npm run test:faults -->", "<!-- faults: end -->"];

/** JSON where the name says so; else Markdown, between the marks of a document that has them. */
export function writeReport(file: string, report: Report): void {
  if (file.endsWith(".json")) return writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  const text = `${begin}\n\n${toMarkdown(report)}\n\n${end}`;
  const was = existsSync(file) ? readFileSync(file, "utf8") : "";
  const [from, to] = [was.indexOf(begin), was.indexOf(end)];
  if (from < 0 || to < 0) return writeFileSync(file, `${text}\n`);
  writeFileSync(file, was.slice(0, from) + text + was.slice(to + end.length));
}
