import type { PoolClient } from "pg";
import { describe, expect, it } from "vitest";
import { openSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import { openGate } from "../../../test/support/tcp-gate.ts";
import { type Connections, createConnections } from "./connections.ts";
import { createIncarnationCheck } from "./incarnation.ts";
import { createTransactions } from "./transaction.ts";

const refused = Object.assign(new Error("not supported here"), { code: "0A000" });

/** A server that does not say where its log stands, as Aurora by default; tells how often it was asked. */
function withoutLog(url: string): { connections: Connections; asked: () => number } {
  const connections = createConnections(url, 3);
  let asked = 0;
  const query = (client: PoolClient) => (given: { text: string } | string) => {
    const text = typeof given === "string" ? given : given.text;
    if (!text.includes("pg_current_wal_lsn")) return client.query(given);
    asked += 1;
    return Promise.reject(refused);
  };
  const strict = (client: PoolClient): PoolClient =>
    new Proxy(client, { get: (of, name) => (name === "query" ? query(of) : Reflect.get(of, name, of)) });
  return {
    connections: { ...connections, use: (work) => connections.use((client) => work(strict(client))) },
    asked: () => asked,
  };
}

const add = (key: string) => ({ sql: "INSERT INTO counters (tenant, key, value) VALUES ('t', $1, 0)", values: [key] });

describe.skipIf(postgresAbsent !== undefined)(
  `a server that does not report its incarnation ${postgresAbsent ?? ""}`,
  () => {
    it("accepts writes, and is asked once", async () => {
      const schema = await openSchema();
      await schema.db.migrate();
      const { connections, asked } = withoutLog(schema.url);
      const transactions = createTransactions(connections);
      await transactions.writeAll([add("a")]);
      await transactions.transact((session) => session.query(add("b").sql, ["b"]));
      expect(await schema.db.read("SELECT key FROM counters ORDER BY key")).toEqual([{ key: "a" }, { key: "b" }]);
      expect([await transactions.incarnationSupport(), asked()]).toEqual(["refused", 1]);
      await connections.close();
      await schema.drop();
    });

    // Its id may be another's by now: "committed" would be a guess.
    it("leaves the outcome of an unanswered commit unknown", async () => {
      const schema = await openSchema();
      await schema.db.migrate();
      const gate = await openGate(schema.url);
      const { connections } = withoutLog(gate.url);
      const transactions = createTransactions(connections);
      await transactions.writeAll([add("a")]);
      gate.cutAfter("COMMIT");
      await expect(transactions.writeAll([add("b")])).rejects.toMatchObject({ code: "broken" });
      expect(await schema.db.read("SELECT key FROM counters ORDER BY key")).toEqual([{ key: "a" }, { key: "b" }]);
      await connections.close();
      await gate.shut();
      await schema.drop();
    });
  },
);

type Answer = string | null | Error;

it.each<[string, Answer[], string[], number]>([
  ["reports it, and is asked once", ["1", "2"], ["reported", "reported"], 1],
  ["refuses, and is asked once", [refused, "2"], ["refused", "refused"], 1],
  ["is a standby until it is not", [null, "2", "3"], ["standby", "reported", "reported"], 2],
  ["cannot be reached at first", [Object.assign(new Error(), { code: "08006" }), "2"], ["busy", "reported"], 2],
])("a server that %s", async (_, answers, expected, asked) => {
  let at = 0;
  const query = async () => {
    const answer = answers[at++] ?? null;
    if (answer instanceof Error) throw answer;
    return { rows: [{ incarnation: answer }] };
  };
  const client = { query } as unknown as PoolClient; // of the driver's client only this is used
  const telling = createIncarnationCheck({ use: (work) => work(client), close: async () => undefined });
  const told: string[] = [];
  for (const _each of expected) told.push(await telling().catch(() => "busy"));
  expect([told, at]).toEqual([expected, asked]);
});
