import { existsSync } from "node:fs";
import { join } from "node:path";
import { createPostgresDeadJobs } from "../store/postgres/leases.ts";
import type { Telling } from "../store/postgres/life.ts";
import { openPostgres, type PostgresDatabase } from "../store/postgres/database.ts";
import type { Env } from "../tools/config/secret-text.ts";
import { databaseUrl, openBackend } from "./backend.ts";
import type { Finding } from "./finding.ts";

const name = "database";
/** From here on Postgres has all that is asked of it. */
const oldestServer = 12;
/** Timers go by the machine's clock, leases by the database's: apart is harmless, but an operator wants to know. */
const mostSkewMs = 5_000;

/** The database that would be used, as it stands: nothing is changed. */
export async function examineDatabase(folder: string, env: Env, now: number): Promise<Finding[]> {
  try {
    const url = databaseUrl(env);
    return url === undefined ? [await examineFile(folder)] : await examineServer(url, now);
  } catch (error) {
    return [
      { name, ok: false, says: messageOf(error), mend: "export DATABASE_URL=postgres://user:password@host/name" },
    ];
  }
}

async function examineFile(folder: string): Promise<Finding> {
  const file = join(folder, "planwright.db");
  if (!existsSync(file)) return { name, ok: true, says: `SQLite, ${file} will be made when it is needed` };
  try {
    await openBackend({ folder }).close();
    return { name, ok: true, says: `SQLite, ${file}` };
  } catch (error) {
    return { name, ok: false, says: messageOf(error), mend: `restore ${file} from a backup, or name another --data` };
  }
}

async function examineServer(url: string, now: number): Promise<Finding[]> {
  const db = openPostgres({ url, connections: 2 });
  try {
    const { version, missing, now: there, telling } = await db.inspect();
    const findings = [versionOf(version, url), schemaOf(missing), clockOf(there - now), commitsOf(telling)];
    return missing.length === 0 ? [...findings, await deadOf(db)] : findings;
  } catch (error) {
    return [{ name, ok: false, says: messageOf(error), mend: `see that ${placeOf(url)} is up, and DATABASE_URL` }];
  } finally {
    await db.close();
  }
}

function versionOf(version: string, url: string): Finding {
  const says = `Postgres ${version}, ${placeOf(url)}`;
  if (Number.parseInt(version, 10) >= oldestServer) return { name, ok: true, says };
  return { name, ok: false, says, mend: `Postgres ${oldestServer} or newer is needed` };
}

function schemaOf(missing: readonly string[]): Finding {
  if (missing.length === 0) return { name: "schema", ok: true, says: "up to date" };
  return { name: "schema", ok: false, says: `lacks ${missing.join(", ")}`, mend: "planwright migrate" };
}

function clockOf(skewMs: number): Finding {
  const says = `${Math.abs(skewMs)} ms ${skewMs < 0 ? "behind" : "ahead of"} ours`;
  if (Math.abs(skewMs) <= mostSkewMs) return { name: "database clock", ok: true, says };
  return { name: "database clock", ok: false, says, mend: "let both machines keep time by NTP" };
}

/** A commit whose answer is lost is looked up, where the server says enough for that. */
export function commitsOf(telling: Telling): Finding {
  const finding = { name: "database commits", ok: telling !== "standby" };
  switch (telling) {
    case "tells":
      return { ...finding, says: "the server tells what became of one whose answer was lost" };
    case "refuses":
      return {
        ...finding,
        says: "one whose answer is lost counts as unknown and is an error, since the server refuses pg_current_wal_lsn()",
        mend: "wal_level = logical has it told (on Aurora rds.logical_replication = 1); it works without too",
      };
    case "standby":
      return { ...finding, says: "it is a standby, which takes no writes", mend: "name the primary in DATABASE_URL" };
    default:
      return telling satisfies never;
  }
}

async function deadOf(db: PostgresDatabase): Promise<Finding> {
  const { length } = await createPostgresDeadJobs(db).list(100);
  if (length === 0) return { name: "jobs", ok: true, says: "none was given up" };
  const says = `${length === 100 ? "100 or more" : length} failed too often and were given up`;
  return { name: "jobs", ok: false, says, mend: "planwright jobs dead, then planwright jobs revive <queue> <key>" };
}

/** Without the password. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return "the database";
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
