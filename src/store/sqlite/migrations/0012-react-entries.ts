import type { Migration } from "../../migration.ts";

/** The store lists the ReAct runs it writes: triggers also ran for every other record, and parsed the whole text again. */
export const reactEntries: Migration = {
  name: "0012-react-entries",
  sql: "DROP TRIGGER react_indexed; DROP TRIGGER react_reindexed; DROP TRIGGER run_index_tools;",
};
