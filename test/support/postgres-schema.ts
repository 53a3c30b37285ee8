import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Client } from "pg";
import { afterAll } from "vitest";
import { openPostgres, type PostgresDatabase } from "../../src/store/postgres/database.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

export type TestSchema = {
  /** Leads to this schema alone, as an operator's `DATABASE_URL` would. */
  url: string;
  db: PostgresDatabase;
  /** Another process' view of the same schema; closed with the rest. */
  another(): PostgresDatabase;
  /** Resolves when nothing is asked of the database any more. */
  settled(): Promise<void>;
  drop(): Promise<void>;
};

let server: Promise<PostgresServer> | undefined;
const open = new Set<TestSchema>();

// One server for all tests of a file, started by the first that needs it.
afterAll(async () => {
  for (const schema of open) await schema.drop();
  await (await server)?.stop();
  server = undefined;
});

/** Resolves when nothing is asked of any schema any more. */
export async function allSettled(): Promise<void> {
  for (const schema of open) await schema.settled();
}

/** An empty schema of its own for a test; dropped after the last one, if not before. */
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
      write: (statements) => counted(() => db.write(statements)),
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
