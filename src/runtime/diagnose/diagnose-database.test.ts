import { expect, it } from "vitest";
import { commitFinding } from "./diagnose-database.ts";
import { findingState } from "./finding.ts";

// A managed Postgres may hide its WAL position and still works; a standby does not work.
it.each([
  ["reported", "ok", undefined],
  ["refused", "warn", "wal_level"],
  ["standby", "bad", "DATABASE_URL"],
] as const)("a server whose incarnation is %s is %s", (support, state, named) => {
  const finding = commitFinding(support);
  expect([findingState(finding), finding.fix?.includes(named ?? "")]).toEqual([state, named && true]);
});
