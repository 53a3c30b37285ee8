import { spawn } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";

export type Load = {
  url: string;
  key: string;
  body: string;
  /** Whether `0000` in the body is another number in every request. */
  unique: boolean;
  seconds: number;
  connections: number;
  /** Requests per second over all connections; unlimited where absent. */
  rate?: number;
};

const Report = z.object({
  duration: z.number(),
  errors: z.number(),
  timeouts: z.number(),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  requests: z.object({ total: z.number() }),
  statusCodeStats: z.record(z.string(), z.object({ count: z.number() })),
});

export type LoadResult = {
  /** Successful answers per second. */
  good: number;
  p50: number;
  p99: number;
  /** Connections that broke or waited too long. */
  broken: number;
  statuses: Readonly<Record<string, number>>;
};

/** Sends load to a server from its own process. */
export async function putLoad(load: Load): Promise<LoadResult> {
  const program = join(import.meta.dirname, "cannon.js");
  const child = spawn(process.execPath, [program, JSON.stringify({ ...load, run: runs })], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  runs += 1;
  let said = "";
  for await (const chunk of child.stdout) said += String(chunk);
  const report = Report.parse(JSON.parse(said));
  const statuses = Object.fromEntries(Object.entries(report.statusCodeStats).map(([code, { count }]) => [code, count]));
  const { p50, p99 } = report.latency;
  return {
    good: (statuses["200"] ?? 0) / report.duration,
    p50,
    p99,
    broken: report.errors + report.timeouts,
    statuses,
  };
}

/** Distinguishes the numbers of one load from those of others. */
let runs = 0;
