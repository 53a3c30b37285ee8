import { join } from "node:path";
import { createEmbeddedEngine } from "../../engine/embedded/engine.ts";
import { createBullmqEngine } from "../../engine/bullmq/engine.ts";
import { inspectDeliveries } from "../../engine/bullmq/queues.ts";
import { createLeasedEngine } from "../../engine/leased/engine.ts";
import type { Archive } from "../../ports/archive.ts";
import type { Audit } from "../../ports/audit.ts";
import type { RunIndex } from "../../ports/run-index.ts";
import type { Clock } from "../../ports/clock.ts";
import type { DeadJobs, DeliveryStats, Engine, Lock } from "../../ports/engine.ts";
import type { Keys } from "../../ports/keys.ts";
import type { Knowledge, TermExtractor } from "../../ports/knowledge.ts";
import type { LaneLimits } from "../../ports/lanes.ts";
import type { Log } from "../../ports/log.ts";
import type { Notices } from "../../ports/notices.ts";
import { StoreError } from "../../ports/store-error.ts";
import type { ClaimHolders, Store } from "../../ports/store.ts";
import type { Maintenance } from "../../ports/maintenance.ts";
import { createPostgresArchive } from "../../store/postgres/archive.ts";
import { createAudit } from "../../store/audit.ts";
import { createRunIndex } from "../../store/run-index.ts";
import { openPostgres, type PostgresDatabase } from "../../store/postgres/database.ts";
import { createKeys } from "../../store/keys.ts";
import { createPostgresKnowledge } from "../../store/postgres/knowledge.ts";
import { createPostgresDeadJobs, createPostgresLeases } from "../../store/postgres/leases.ts";
import { createPostgresNotices } from "../../store/postgres/notices.ts";
import { createPostgresStore } from "../../store/postgres/store.ts";
import { createPostgresMaintenance } from "../../store/postgres/maintenance.ts";
import { createSqliteArchive } from "../../store/sqlite/archive.ts";
import { createClaimHolders } from "../../store/sqlite/claim-holders.ts";
import { openDatabase } from "../../store/sqlite/database.ts";
import { createFileLock } from "../../store/sqlite/file-lock.ts";
import { createSqliteKnowledge } from "../../store/sqlite/knowledge.ts";
import { createSqliteNotices } from "../../store/sqlite/notices.ts";
import { createSqliteStore } from "../../store/sqlite/store.ts";
import { createSqliteMaintenance } from "../../store/sqlite/maintenance.ts";
import type { Env } from "../../tools/config/secret-text.ts";

type EngineParts = { clock: Clock; log: Log; concurrency?: number; limits?: LaneLimits };

/** All durable storage: one SQLite file in the data folder, or a Postgres database shared by many processes. */
export type Backend = {
  store: Store;
  /** On Postgres a claim of another machine is free only when it expires: nobody here sees which of its processes have ended. */
  claimHolders: ClaimHolders;
  keys: Keys;
  audit: Audit;
  knowledge(parts: { terms: TermExtractor; clock: Clock }): Knowledge;
  runIndex: RunIndex;
  engine(parts: EngineParts): Engine;
  /** Whether several processes execute jobs in parallel. On SQLite only one does. */
  sharesWork: boolean;
  notices: Notices;
  /** For backup and restore. */
  archive(parts: { terms: TermExtractor }): Archive;
  maintenance: Maintenance;
  /** The deliveries of these queues. Absent where the store itself hands out jobs. */
  deliveries?: (queues: readonly string[]) => Promise<DeliveryStats>;
  /** Dead jobs. The embedded engine has none: it retries forever. */
  deadJobs: DeadJobs;
  /** Why the storage cannot be used now; undefined if it works. */
  failure(): Promise<string | undefined>;
  /** Looks for damage of an SQLite file, off the event loop. Postgres has checksums of its own. */
  recheck(): Promise<string | undefined>;
  /** Resolves with the applied migrations. Rejects with `StoreError` if the database cannot be used. */
  migrate(): Promise<string[]>;
  close(): Promise<void>;
};

export type BackendLocation = {
  folder: string;
  /** Checks an SQLite file for damage before it is used. */
  check?: boolean;
  /** `DATABASE_URL` selects Postgres. If it is unset or empty, the SQLite file of the folder is used. */
  env?: Env;
};

export function openBackend({ folder, env = {}, check = false }: BackendLocation): Backend {
  const url = databaseUrl(env);
  return url === undefined ? openSqliteBackend(folder, check) : openPostgresBackend(url, folder, env);
}

/** Throws `StoreError` for a URL that is not a Postgres URL: the driver would take any word as a host. */
export function databaseUrl(env: Env): string | undefined {
  const url = env["DATABASE_URL"];
  if (url === undefined || url === "") return undefined;
  if (/^postgres(?:ql)?:\/\//.test(url)) return url;
  throw new StoreError("broken", "DATABASE_URL must begin with postgres:// or postgresql://");
}

const processesIn = (folder: string): string => join(folder, "processes");

function openSqliteBackend(folder: string, check: boolean): Backend {
  const path = join(folder, "planwright.db");
  const lock = (): Lock => createFileLock(join(folder, "engine.lock"));
  const db = openDatabase({ path, check });
  const store = createSqliteStore(db);
  const claimHolders = createClaimHolders(processesIn(folder));
  return {
    store,
    claimHolders,
    keys: createKeys(db),
    audit: createAudit(db),
    runIndex: createRunIndex(db, "LIKE"),
    knowledge: (parts) => createSqliteKnowledge({ db, ...parts }),
    engine: (parts) => createEmbeddedEngine({ jobs: store.jobs, lock: lock(), ...parts }),
    sharesWork: false,
    deadJobs: { list: async () => [], revive: async () => false, reviveAll: async () => 0 },
    notices: createSqliteNotices(db),
    archive: (parts) => createSqliteArchive({ path, lock: lock(), ...parts }),
    maintenance: createSqliteMaintenance(db),
    failure: async () => (await firstFailure(store)) ?? (await db.failure())?.message,
    recheck: async () => (await db.recheck())?.message,
    migrate: async () => [],
    async close() {
      claimHolders.close();
      await db.close();
    },
  };
}

/**
 * The engine on Postgres: BullMQ if `REDIS_URL` is set, otherwise leases alone. `ENGINE` overrides it. Both claim jobs in the same table,
 * so processes with different engines may share a database. Throws `StoreError` for a choice that cannot work.
 */
export function chooseEngine(env: Env): { kind: "leased" } | { kind: "bullmq"; redisUrl: string } {
  const redisUrl = env["REDIS_URL"] ?? "";
  const wanted = env["ENGINE"] ?? "";
  if (wanted === "leased" || (wanted === "" && redisUrl === "")) return { kind: "leased" };
  if (wanted !== "bullmq" && wanted !== "")
    throw new StoreError("broken", `ENGINE is "${wanted}"; set it to leased or bullmq`);
  if (redisUrl === "") throw new StoreError("broken", "ENGINE=bullmq needs REDIS_URL");
  return { kind: "bullmq", redisUrl };
}

/** One for each database and schema, so that installations can share a Redis. */
async function redisPrefix(db: PostgresDatabase, env: Env): Promise<string> {
  const own = env["REDIS_PREFIX"] ?? "";
  if (own !== "") return own;
  const [row] = await db.read("SELECT current_database() AS name, current_schema() AS schema", []);
  return `planwright:${String(row?.["name"])}:${String(row?.["schema"])}`;
}

function openPostgresBackend(url: string, folder: string, env: Env): Backend {
  const db = openPostgres({ url, connections: positiveNumber(env["DATABASE_CONNECTIONS"]) ?? 10 });
  const leaseMs = (positiveNumber(env["WORKER_LEASE_SECONDS"]) ?? 10) * 1000;
  const engine = chooseEngine(env);
  const store = createPostgresStore(db);
  const prefix = (): Promise<string> => redisPrefix(db, env);
  const claimHolders = createClaimHolders(processesIn(folder), { othersElsewhere: true });
  return {
    store,
    claimHolders,
    ...(engine.kind === "bullmq" && {
      deliveries: (names: readonly string[]) => inspectDeliveries({ redisUrl: engine.redisUrl, prefix, names }),
    }),
    keys: createKeys(db),
    audit: createAudit(db),
    runIndex: createRunIndex(db, "ILIKE"),
    knowledge: (parts) => createPostgresKnowledge({ db, ...parts }),
    engine: ({ limits, ...parts }) => {
      const shared = { jobs: store.jobs, leases: createPostgresLeases(db, limits), leaseMs, ...parts };
      if (engine.kind === "leased") return createLeasedEngine(shared);
      return createBullmqEngine({ ...shared, redisUrl: engine.redisUrl, prefix });
    },
    sharesWork: true,
    notices: createPostgresNotices(db),
    archive: (parts) => createPostgresArchive({ db, ...parts }),
    maintenance: createPostgresMaintenance(db),
    deadJobs: createPostgresDeadJobs(db),
    failure: () => firstFailure(store),
    recheck: async () => undefined,
    migrate: () => db.migrate(),
    async close() {
      claimHolders.close();
      await db.close();
    },
  };
}

function positiveNumber(text: string | undefined): number | undefined {
  const number = Number(text);
  return number > 0 ? number : undefined;
}

/** Reads once. The reason is for operators, so it keeps the words of the database. */
async function firstFailure(store: Store): Promise<string | undefined> {
  try {
    await store.runs({ tenant: "", limit: 1 });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
