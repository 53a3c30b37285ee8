import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Client } from "pg";
import { afterAll } from "vitest";
import { openPostgres, type PostgresDatabase } from "../../src/store/postgres/database.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

export type TestSchema = {
  /** A `DATABASE_URL` for this schema. */
  url: string;
  db: PostgresDatabase;
  /** Another connection pool to the schema; closed with the rest. */
  another(): PostgresDatabase;
  /** Resolves when no query is running. */
  settled(): Promise<void>;
  drop(): Promise<void>;
};

let server: Promise<PostgresServer> | undefined;
const open = new Set<TestSchema>();

// One server per test file, started lazily.
afterAll(async () => {
  for (const schema of open) await schema.drop();
  await (await server)?.stop();
  server = undefined;
});

/** Resolves when no query is running on any schema. */
export async function allSettled(): Promise<void> {
  for (const schema of open) await schema.settled();
}

/** An empty schema for a test, dropped after the last test at the latest. */
export async function openSchema(): Promise<TestSchema> {
  const { url: root } = await (server ??= startPostgres());
  const name = `test_${randomBytes(6).toString("hex")}`;
  await ask(root, `CREATE SCHEMA ${name}`);
  const url = `${root}${root.includes("?") ? "&" : "?"}options=${encodeURIComponent(`-c search_path=${name}`)}`;
  const opened: PostgresDatabase[] = [];
  let underWay = 0;
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
  const another = (): PostgresDatabase => {
    const db = openPostgres({ url, connections: 4 });
    opened.push(db);
    return {
      ...db,
      read: (sql, values) => counted(() => db.read(sql, values)),
      write: (...given) => counted(() => db.write(...given)),
      writeOnce: (...given) => counted(() => db.writeOnce(...given)),
      transact: (work) => counted(() => db.transact(work)),
      connected: (work) => counted(() => db.connected(work)),
    };
  };
  const schema: TestSchema = {
    url,
    db: another(),
    another,
    async settled() {
      for (let quiet = 0; quiet < 5; quiet = underWay === 0 ? quiet + 1 : 0) await nextTurn();
    },
    async drop() {
      open.delete(schema);
      for (const db of opened) await db.close();
      await ask(root, `DROP SCHEMA ${name} CASCADE`);
    },
  };
  open.add(schema);
  return schema;
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
