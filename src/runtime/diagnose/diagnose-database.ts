import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createPostgresDeadJobs } from "../../store/postgres/leases.ts";
import type { IncarnationSupport } from "../../store/postgres/incarnation.ts";
import { openPostgres, type PostgresDatabase } from "../../store/postgres/database.ts";
import type { Env } from "../../tools/config/secret-text.ts";
import type { Store } from "../../ports/store.ts";
import { createPostgresStore } from "../../store/postgres/store.ts";
import { lastBackup } from "../backup/last-backup.ts";
import { type BackendLocation, databaseUrl, openBackend } from "../storage/backend.ts";
import { diagnoseQueues } from "./diagnose-engine.ts";
import type { Finding } from "./finding.ts";

const name = "database";
/** The oldest supported Postgres version. */
const minServerVersion = 12;
/** Timers use the local clock and leases the database clock. Skew is harmless, but worth a warning. */
const maxSkewMs = 5_000;

/** Checks the configured database without changing it. */
export async function diagnoseDatabase(folder: string, env: Env, now: number): Promise<Finding[]> {
  try {
    const url = databaseUrl(env);
    return url === undefined ? await diagnoseFile(folder, now) : await diagnoseServer({ folder, env }, url, now);
  } catch (error) {
    return [
      { name, ok: false, message: messageOf(error), fix: "export DATABASE_URL=postgres://user:password@host/name" },
    ];
  }
}

async function diagnoseFile(folder: string, now: number): Promise<Finding[]> {
  const file = join(folder, "planwright.db");
  if (!existsSync(file)) return [{ name, ok: true, message: `SQLite, ${file} will be created when needed` }];
  try {
    const backend = openBackend({ folder, check: true });
    try {
      return [
        { name, ok: true, message: `SQLite, ${file}, no damage found` },
        rightsFinding(folder),
        await backupFinding(backend.store, now),
      ];
    } finally {
      await backend.close();
    }
  } catch (error) {
    const fix = `restore a backup: planwright restore <file> --data <empty folder>`;
    return [{ name, ok: false, message: messageOf(error), fix }];
  }
}

function rightsFinding(folder: string): Finding {
  const isPrivate = (statSync(folder).mode & 0o077) === 0;
  if (isPrivate) return { name: "file rights", ok: true, message: "only the owner can read the data" };
  return { name: "file rights", ok: true, message: `others can list ${folder}`, fix: `chmod 700 ${folder}` };
}

const dayMs = 86_400_000;

/** Only of `planwright backup`: copies by tools of the database are not known here. */
async function backupFinding(store: Store, now: number): Promise<Finding> {
  const at = await lastBackup(store);
  const fix = "planwright backup <file>, for example daily";
  if (at === undefined) return { name: "backup", ok: true, message: "planwright backup has made none yet", fix };
  const days = Math.max(0, Math.floor((now - at) / dayMs));
  return { name: "backup", ok: true, message: `the last one is ${days} days old`, ...(days > 7 && { fix }) };
}

async function diagnoseServer(location: BackendLocation, url: string, now: number): Promise<Finding[]> {
  const db = openPostgres({ url, connections: 2 });
  try {
    const { version, missing, now: there, incarnation } = await db.inspect();
    const findings = [
      versionFinding(version, url),
      schemaFinding(missing),
      clockFinding(there - now),
      commitFinding(incarnation),
    ];
    if (missing.length > 0) return findings;
    const stored = [await deadJobsFinding(db), await backupFinding(createPostgresStore(db), now)];
    return [...findings, ...stored, ...(await diagnoseQueues(location, now))];
  } catch (error) {
    return [
      {
        name,
        ok: false,
        message: messageOf(error),
        fix: `check that ${addressOf(url)} is running and that DATABASE_URL is correct`,
      },
    ];
  } finally {
    await db.close();
  }
}

function versionFinding(version: string, url: string): Finding {
  const message = `Postgres ${version}, ${addressOf(url)}`;
  if (Number.parseInt(version, 10) >= minServerVersion) return { name, ok: true, message };
  return { name, ok: false, message, fix: `use Postgres ${minServerVersion} or newer` };
}

function schemaFinding(missing: readonly string[]): Finding {
  if (missing.length === 0) return { name: "schema", ok: true, message: "up to date" };
  return { name: "schema", ok: false, message: `missing migrations: ${missing.join(", ")}`, fix: "planwright migrate" };
}

function clockFinding(skewMs: number): Finding {
  const message = `${Math.abs(skewMs)} ms ${skewMs < 0 ? "behind" : "ahead of"} the local clock`;
  if (Math.abs(skewMs) <= maxSkewMs) return { name: "database clock", ok: true, message };
  return { name: "database clock", ok: false, message, fix: "synchronise both machines with NTP" };
}

/** Whether the server can report the outcome of a commit whose acknowledgement was lost. */
export function commitFinding(incarnation: IncarnationSupport): Finding {
  const finding = { name: "database commits", ok: incarnation !== "standby" };
  switch (incarnation) {
    case "reported":
      return { ...finding, message: "the server reports the outcome of a commit whose acknowledgement was lost" };
    case "refused":
      return {
        ...finding,
        message:
          "a commit whose acknowledgement was lost is reported as an unknown outcome, because the server refuses pg_current_wal_lsn()",
        fix: "optional: set wal_level = logical (on Aurora rds.logical_replication = 1)",
      };
    case "standby":
      return {
        ...finding,
        message: "the server is a standby and accepts no writes",
        fix: "set DATABASE_URL to the primary",
      };
    default:
      return incarnation satisfies never;
  }
}

async function deadJobsFinding(db: PostgresDatabase): Promise<Finding> {
  const { length } = await createPostgresDeadJobs(db).list(100);
  if (length === 0) return { name: "jobs", ok: true, message: "no dead jobs" };
  const message = `${length === 100 ? "100 or more" : length} dead jobs: they failed too often`;
  return { name: "jobs", ok: false, message, fix: "planwright jobs dead, then planwright jobs revive <queue> <key>" };
}

/** Without the password. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return "the database";
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
