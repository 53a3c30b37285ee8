import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { type Fleet, openFleet } from "../support/fleet.ts";
import { openSchema } from "../support/postgres-schema.ts";
import { postgresAbsent } from "../support/postgres-server.ts";

// Two processes of one machine. The first is killed while it works on a request with an Idempotency-Key.
let fleet: Fleet;
afterEach(() => fleet.close());

const stores = postgresAbsent === undefined ? ["SQLite", "Postgres"] : ["SQLite"];
const roles = "api,planner,router";
const config = (faults: string): object => ({
  approval: { default: "allow" },
  tools: { demo: true, demo_faults: faults },
});
const call = { request_id: "r", caller: "test" };

async function createOrder(url: string, payload: object) {
  const response = await fetch(`${url}/verbs/execute`, {
    method: "POST",
    headers: { authorization: `Bearer ${fleet.key}`, "content-type": "application/json", "idempotency-key": "order-1" },
    body: JSON.stringify({ ...call, verb_id: "create_purchase_order", payload }),
  });
  const isRepeated = response.headers.has("idempotency-replayed");
  return { status: response.status, isRepeated, body: await response.json() };
}

describe("a request whose process was killed", { timeout: 120_000 }, () => {
  it.each(stores)("is executed once and answered at once, on %s", async (store) => {
    const env: Record<string, string> = {};
    if (store === "Postgres") env["DATABASE_URL"] = (await openSchema()).url;
    // The first process dies before the order is created; the second creates it without a delay.
    fleet = await openFleet({ config: config("create_purchase_order=latency:600000"), env });
    const first = await fleet.start({ roles });
    writeFileSync(join(fleet.folder, "planwright.yaml"), JSON.stringify(config("")));
    const second = await fleet.start({ roles });
    const body = { ...call, verb_id: "quote_lookup", payload: { quote_id: "Q-0192" } };
    const { output: quote } = await createClient({ baseUrl: second.url, key: fleet.key }).executeVerb({ body });

    const sent = [createOrder(first.url, { quote }), createOrder(first.url, { quote })];
    // The other is in flight until the process dies.
    expect(await Promise.race(sent)).toMatchObject({ status: 409 });
    expect(await createOrder(second.url, { quote })).toMatchObject({ status: 409, isRepeated: false });
    const lost = expect(Promise.all(sent)).rejects.toThrow();
    await first.kill();
    await lost;
    const answer = await createOrder(second.url, { quote });
    expect(answer).toMatchObject({ status: 200, isRepeated: false, body: { ok: true, output: { po_id: "PO-5001" } } });
    expect(await createOrder(second.url, { quote })).toEqual({ ...answer, isRepeated: true });
  });
});
