import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../plan/json.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { createRegistry } from "../../tools/registry.ts";
import { createVerbs } from "../../tools/verb-router.ts";
import { createDemoTools, demoManifest } from "./business-tools.ts";
import { parseFaults } from "../faults/faults.ts";
import { openDemoState } from "./state.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function demo(options: { file?: string; faults?: string } = {}) {
  const clock = createFakeClock();
  const switches = parseFaults(options.faults ?? "");
  if ("problem" in switches) throw new Error(switches.problem);
  const tools = createDemoTools({ state: openDemoState(options.file), clock, faults: switches.faults });
  const { registry, issues } = createRegistry(tools);
  expect(issues).toEqual([]);
  const verbs = createVerbs({ registry, clock, log: createMemoryLog() });
  const { signal } = new AbortController();
  const run = async (verb_id: string, payload: JsonObject, extra: { tenant?: string; effectKey?: string } = {}) => {
    const call = { verb_id, payload, request_id: "r", caller: "test" };
    return verbs.execute(call, { signal, tenant: "92", ...extra });
  };
  const output = async (...args: Parameters<typeof run>): Promise<Json> => {
    const answer = await run(...args);
    return answer.ok ? answer.output : answer.error.code;
  };
  return { verbs, clock, run, output, signal };
}

describe("the demo tools", () => {
  it("carry the contract's example: quote Q-0192 becomes a draft purchase order", async () => {
    const { output } = demo();
    const quote = await output("quote_lookup", { quote_id: "Q-0192" });
    expect(quote).toMatchObject({ quote_id: "Q-0192", customer_name: "Acme Fabrication", total: 879 });
    expect(await output("create_purchase_order", { quote, notify_sales_rep: true })).toEqual({
      po_id: "PO-5001",
      status: "draft",
      vendor_id: "V-001",
      vendor_name: "Northwind Metals",
      quote_id: "Q-0192",
      currency: "USD",
      lines: (quote as JsonObject)["lines"],
      total: 879,
      created_at: "2025-01-15T12:00:00.000Z",
      notified: ["tom.reed@workshop.example"],
    });
    expect(await output("submit_purchase_order", { po_id: "po-5001" })).toMatchObject({ status: "submitted" });
    expect(await output("submit_purchase_order", { po_id: "PO-5001" })).toBe("not_a_draft");
    expect(await output("email_document", { document_id: "PO-5001" })).toMatchObject({
      to: "orders@northwind.example",
    });
  });

  it.each<[string, JsonObject, Json]>([
    ["quote_lookup", { quote_id: "Q-0129" }, "quote_not_found"],
    ["quote_lookup", { quote_id: " q-0192 " }, expect.objectContaining({ quote_id: "Q-0192" })],
    ["list_quotes", { status: "accepted" }, expect.objectContaining({ count: 2 })],
    ["list_quotes", { customer: "ромашка" }, expect.objectContaining({ count: 2 })],
    ["list_quotes", { status: "lost" }, "invalid_payload"],
    ["customer_lookup", { query: "acme" }, expect.objectContaining({ count: 1 })],
    ["vendor_lookup", { query: "" }, expect.objectContaining({ count: 5 })],
    ["vendor_lookup", { query: "казань" }, expect.objectContaining({ count: 1 })],
    ["inventory_lookup", { query: "ball bearings" }, expect.objectContaining({ count: 1 })],
    ["inventory_lookup", { query: "подшипников" }, expect.objectContaining({ count: 1 })],
    ["inventory_lookup", { query: "", below_reorder_point: true }, expect.objectContaining({ count: 2 })],
    ["convert_quote_to_sales_order", { quote_id: "Q-0192" }, expect.objectContaining({ order_id: "SO-3001" })],
    ["convert_quote_to_sales_order", { quote_id: "Q-0202" }, "quote_not_ready"],
    ["sales_order_lookup", { order_id: "SO-1" }, "sales_order_not_found"],
    ["purchase_order_lookup", { po_id: "PO-1" }, "purchase_order_not_found"],
    [
      "create_vendor",
      { name: "ЗАО Болт", email: "bolt@example.org" },
      { vendor_id: "V-006", name: "ЗАО Болт", email: "bolt@example.org" },
    ],
    ["create_vendor", { name: "delta drives", email: "a@example.org" }, "vendor_exists"],
    ["update_stock", { sku: "BRG-6204", on_hand: 300 }, expect.objectContaining({ before: 340, after: 300 })],
    ["update_stock", { sku: "VLV-15", on_hand: 10 }, "below_reserved"],
    [
      "email_document",
      { document_id: "Q-0193", to: "me@example.org" },
      expect.objectContaining({ to: "me@example.org" }),
    ],
    ["email_document", { document_id: "Q-9" }, "document_not_found"],
  ])("%s %j", async (verb, payload, expected) => expect(await demo().output(verb, payload)).toEqual(expected));

  it("keep each tenant's books apart, and are not there without a tenant", async () => {
    const { output, verbs } = demo();
    await output("create_vendor", { name: "Only here", email: "a@example.org" }, { tenant: "1" });
    expect(await output("vendor_lookup", { query: "only" }, { tenant: "2" })).toMatchObject({ count: 0 });
    expect(await output("vendor_lookup", { query: "only" }, { tenant: "1" })).toMatchObject({ count: 1 });
    expect(verbs.list()).toEqual([]);
  });

  it("act once on one effect key and can be read back when the answer was lost", async () => {
    const { verbs, output, signal } = demo({ faults: "create_vendor=lost" });
    const payload = { name: "Lost Ltd", email: "l@example.org" };
    const ask = () => verbs.readBack("create_vendor", { key: "k", payload }, { signal, tenant: "92" });
    expect(await ask()).toEqual({ state: "absent" });
    expect(await output("create_vendor", payload, { effectKey: "k" })).toBe("connection_lost");
    expect(await ask()).toEqual({ state: "done", output: { vendor_id: "V-006", ...payload } });
    expect(await output("create_vendor", payload, { effectKey: "k" })).toBe("connection_lost");
    expect(await output("vendor_lookup", { query: "lost" })).toMatchObject({ count: 1 });
  });

  it("fail and wait on request", async () => {
    const { run, output, clock } = demo({ faults: "quote_lookup=latency:250, *=error" });
    expect(await output("list_quotes", {})).toBe("tool_failed");
    const slow = run("quote_lookup", { quote_id: "Q-0192" });
    while (clock.waiting() < 2) await new Promise(setImmediate);
    clock.advance(250);
    expect((await slow).ok).toBe(true);
    for (const text of ["quote_lookup", "a=explode", "=lost", "a=latency:"])
      expect(parseFaults(text)).toHaveProperty("problem");
  });

  it("keep their books over a restart, where there is a file, and refuse one that is not theirs", async () => {
    const folder = mkdtempSync(join(tmpdir(), "planwright-demo-"));
    folders.push(folder);
    const file = join(folder, "deep", "demo.json");
    await demo({ file }).output("update_stock", { sku: "BRG-6204", on_hand: 1 }, { effectKey: "k" });
    const again = demo({ file });
    expect(await again.output("inventory_lookup", { query: "BRG-6204" })).toMatchObject({ items: [{ on_hand: 1 }] });
    expect(
      await again.verbs.readBack("update_stock", { key: "k", payload: {} }, { signal: again.signal, tenant: "92" }),
    ).toMatchObject({ state: "done" });
    writeFileSync(file, '{"92":{}}');
    expect(() => demo({ file })).toThrow(/not a demo state/);
  });

  it("are described to planners with schemas and classes of their own", () => {
    expect(Object.fromEntries(demoManifest().map((spec) => [spec.name, spec.effect]))).toMatchObject({
      quote_lookup: "read",
      create_purchase_order: "additive",
      update_stock: "destructive",
    });
    for (const spec of demoManifest()) expect(spec.outputSchema).toMatchObject({ type: "object" });
  });
});
