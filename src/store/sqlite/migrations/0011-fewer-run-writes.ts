import type { Migration } from "../../migration.ts";

/** Less to write for each effect: those that only one run can have are found by their key, which starts with its id. */
export const fewerRunWrites: Migration = {
  name: "0011-fewer-run-writes",
  sql: `
DROP INDEX effects_by_run;
CREATE INDEX shared_effects_by_run ON effects (run_id) WHERE instr(key, 'run:' || run_id || ':') <> 1;
`,
};
