import { join } from "node:path";
import { type Database, openDatabase } from "../store/sqlite/database.ts";

/** The one file of a data folder that everything durable is kept in. Several processes may have it open. */
export function openDataFile(folder: string): Database {
  return openDatabase({ path: join(folder, "planwright.db") });
}
