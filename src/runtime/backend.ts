import { join } from "node:path";
import { createEmbeddedEngine } from "../engine/embedded/engine.ts";
import { createLeasedEngine } from "../engine/leased/engine.ts";
import type { Archive } from "../ports/archive.ts";
import type { Audit } from "../ports/audit.ts";
import type { RunIndex } from "../ports/run-index.ts";
import type { Clock } from "../ports/clock.ts";
import type { DeadJobs, Engine, Lock } from "../ports/engine.ts";
import type { Keys } from "../ports/keys.ts";
import type { Knowledge, Terms } from "../ports/knowledge.ts";
import type { LaneLimits } from "../ports/lanes.ts";
import type { Log } from "../ports/log.ts";
import type { Notices } from "../ports/notices.ts";
import { StoreError } from "../ports/store-error.ts";
import type { Store } from "../ports/store.ts";
import type { Upkeep } from "../ports/upkeep.ts";
import { createPostgresArchive } from "../store/postgres/archive.ts";
import { createPostgresAudit } from "../store/postgres/audit.ts";
import { createPostgresRunIndex } from "../store/postgres/run-index.ts";
import { openPostgres } from "../store/postgres/database.ts";
import { createPostgresKeys } from "../store/postgres/keys.ts";
import { createPostgresKnowledge } from "../store/postgres/knowledge.ts";
import { createPostgresDeadJobs, createPostgresLeases } from "../store/postgres/leases.ts";
import { createPostgresNotices } from "../store/postgres/notices.ts";
import { createPostgresStore } from "../store/postgres/store.ts";
import { createPostgresUpkeep } from "../store/postgres/upkeep.ts";
import { createSqliteArchive } from "../store/sqlite/archive.ts";
import { createSqliteAudit } from "../store/sqlite/audit.ts";
import { createSqliteRunIndex } from "../store/sqlite/run-index.ts";
import { openDatabase } from "../store/sqlite/database.ts";
import { createFileLock } from "../store/sqlite/file-lock.ts";
import { createSqliteKeys } from "../store/sqlite/keys.ts";
import { createSqliteKnowledge } from "../store/sqlite/knowledge.ts";
import { createSqliteNotices } from "../store/sqlite/notices.ts";
import { createSqliteStore } from "../store/sqlite/store.ts";
import { createSqliteUpkeep } from "../store/sqlite/upkeep.ts";
import type { Env } from "../tools/config/secret-text.ts";

type EngineParts = { clock: Clock; log: Log; concurrency?: number; limits?: LaneLimits };

/** Everything durable, in one place: a file of the data folder, or a Postgres database that many processes share. */
export type Backend = {
  store: Store;
  keys: Keys;
  audit: Audit;
  runIndex: RunIndex;
  knowledge(parts: { terms: Terms; clock: Clock }): Knowledge;
  engine(parts: EngineParts): Engine;
  /** Whether processes work side by side, each on the queues it has handlers for; else one of them on everything. */
  sharesWork: boolean;
  notices: Notices;
  /** All of it, to be taken away and put back. */
  archive(parts: { terms: Terms }): Archive;
  upkeep: Upkeep;
  /** Jobs that were given up; an engine of one process gives none up. */
  deadJobs?: DeadJobs;
  /** Resolves with what was done to the schema. Rejects with `StoreError` where the database cannot be used. */
  migrate(): Promise<string[]>;
  close(): Promise<void>;
};

export type BackendPlace = {
  folder: string;
  /** `DATABASE_URL` names a Postgres database; without it, or empty, the folder's own file. */
  env?: Env;
};

export function openBackend({ folder, env = {} }: BackendPlace): Backend {
  const url = databaseUrl(env);
  return url === undefined ? openFile(folder) : openServer(url, env);
}

/** Throws `StoreError` for an address that is not of Postgres: its driver would take any word for a host. */
export function databaseUrl(env: Env): string | undefined {
  const url = env["DATABASE_URL"];
  if (url === undefined || url === "") return undefined;
  if (/^postgres(?:ql)?:\/\//.test(url)) return url;
  throw new StoreError("broken", "DATABASE_URL does not begin with postgres:// or postgresql://");
}

function openFile(folder: string): Backend {
  const path = join(folder, "planwright.db");
  const lock = (): Lock => createFileLock(join(folder, "engine.lock"));
  const db = openDatabase({ path });
  const store = createSqliteStore(db);
  return {
    store,
    keys: createSqliteKeys(db),
    audit: createSqliteAudit(db),
    runIndex: createSqliteRunIndex(db),
    knowledge: (parts) => createSqliteKnowledge({ db, ...parts }),
    engine: (parts) => createEmbeddedEngine({ jobs: store.jobs, lock: lock(), ...parts }),
    sharesWork: false,
    notices: createSqliteNotices(db),
    archive: (parts) => createSqliteArchive({ path, lock: lock(), ...parts }),
    upkeep: createSqliteUpkeep(db),
    migrate: async () => [],
    close: () => db.close(),
  };
}

function openServer(url: string, env: Env): Backend {
  const db = openPostgres({ url, connections: above0(env["DATABASE_CONNECTIONS"]) ?? 10 });
  const holdMs = (above0(env["WORKER_LEASE_SECONDS"]) ?? 30) * 1000;
  const store = createPostgresStore(db);
  return {
    store,
    keys: createPostgresKeys(db),
    audit: createPostgresAudit(db),
    runIndex: createPostgresRunIndex(db),
    knowledge: (parts) => createPostgresKnowledge({ db, ...parts }),
    engine: ({ limits, ...parts }) =>
      createLeasedEngine({ jobs: store.jobs, leases: createPostgresLeases(db, limits), holdMs, ...parts }),
    sharesWork: true,
    notices: createPostgresNotices(db),
    archive: (parts) => createPostgresArchive({ db, ...parts }),
    upkeep: createPostgresUpkeep(db),
    deadJobs: createPostgresDeadJobs(db),
    migrate: () => db.migrate(),
    close: () => db.close(),
  };
}

function above0(text: string | undefined): number | undefined {
  const number = Number(text);
  return number > 0 ? number : undefined;
}
