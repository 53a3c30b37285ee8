import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** How the outside world treats the first call with a marker; later ones are simply answered. */
export const manners = ["ok", "slow", "late", "lose", "fail", "overdue"] as const;
/**
 * - `slow`: acts, then takes its time to answer
 * - `late`: takes its time, then acts
 * - `lose`: acts, and breaks the connection instead of answering
 * - `fail`: answers 503 without having acted
 * - `overdue`: acts after the timeout of most tools, and after the time a stopping process gives its writes
 */
export type WriteManner = (typeof manners)[number];

/** A call that the outside world received. `done` is an effect; a second call under a known key is `repeated`. */
export type WorldCall =
  | { at: number; what: "done" | "repeated" | "refused" | "read"; tool: string; marker: string; key?: string }
  | { at: number; what: "charged"; marker: string; inputTokens: number; outputTokens: number };

/** Nothing is lost but by a crash of the machine: a line is written before the call is answered. */
export function writeDeed(file: string, deed: WorldCall): void {
  appendFileSync(file, `${JSON.stringify(deed)}\n`);
}

export function readDeeds(file: string): WorldCall[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as WorldCall); // written above
}
