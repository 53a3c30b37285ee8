import { expect, it } from "vitest";
import { commitsOf } from "./examine-database.ts";
import { stateOf } from "./finding.ts";

// A managed Postgres that says less works; a standby does not, and both must be told from one that is in order.
it.each([
  ["tells", "ok", undefined],
  ["refuses", "warn", "wal_level"],
  ["standby", "bad", "DATABASE_URL"],
] as const)("a server that %s is %s", (telling, state, named) => {
  const finding = commitsOf(telling);
  expect([stateOf(finding), finding.mend?.includes(named ?? "")]).toEqual([state, named && true]);
});
