import type { Migration } from "../../migration.ts";

/** Separates the tools of a run by spaces: SQLite joins distinct values by commas, which no filter by tool finds. */
export const runIndexTools: Migration = {
  name: "0007-run-index-tools",
  sql: `
CREATE TRIGGER run_index_tools AFTER INSERT ON run_index WHEN instr(NEW.tools, ',') > 0 BEGIN
  UPDATE run_index SET tools = replace(NEW.tools, ',', ' ')
  WHERE tenant = NEW.tenant AND id = NEW.id AND kind = NEW.kind;
END;
UPDATE run_index SET tools = replace(tools, ',', ' ') WHERE instr(tools, ',') > 0;
`,
};
