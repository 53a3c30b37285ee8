import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allow, defineTool, needsApproval, openPlanwright, unwrapOrThrow, Plan, type Policy } from "planwright";
import { z } from "zod";

const [part = "ask", folder = "."] = process.argv.slice(2);
const bank = join(folder, "bank.log");
const lineOf = ({ to, amount }: { to: string; amount: number }): string => `paid ${amount} EUR to ${to}\n`;
const Payment = z.strictObject({ to: z.string(), amount: z.number() });

/** A bank that takes no key, but can be asked what it did: that is enough to never pay twice. */
const pay = defineTool({
  name: "pay_invoice",
  description: "Pay an invoice.",
  input: Payment,
  effect: "destructive",
  run(payment) {
    appendFileSync(bank, lineOf(payment));
    if (part === "approve") process.kill(process.pid, "SIGKILL");
    return { paid: true };
  },
  readBack({ payload }) {
    const book = existsSync(bank) ? readFileSync(bank, "utf8") : "";
    const isPaid = book.includes(lineOf(Payment.parse(payload)));
    console.log(`asked the bank: ${isPaid ? "it was paid" : "it was not paid"}`);
    return isPaid ? { state: "done", output: { paid: true } } : { state: "absent" };
  },
});

/** Whoever calls it: more than 1000 EUR is a person's decision. */
const limit: Policy = ({ verb, payload }) =>
  verb.name === "pay_invoice" && Number(payload["amount"]) > 1000 ? needsApproval("more than 1000 EUR") : allow;

const plan = Plan.parse({
  steps: [
    { id: "s1", kind: "tool", tool: "pay_invoice", args: { to: "ACME", amount: 1200 } },
    { id: "s2", kind: "tool", tool: "echo_tool", args: { text: "the vendor was told" }, dependsOn: ["s1"] },
  ],
});

const { runs, start, stop } = unwrapOrThrow(
  await openPlanwright({ dataFolder: folder, tools: [pay], policies: [limit] }),
);
const tenant = "local";
await start();
// The same key is the same run, however often and by whichever process it is asked for.
const { id: runId } = unwrapOrThrow(
  await runs.create({ tenant, caller: "example", plan, idempotencyKey: "invoice-7" }),
);
let run = await runs.settled({ tenant, runId });
const [wait] = await runs.waits(tenant);
if (part === "approve") {
  assert(wait !== undefined, "the run waits for a person, although its process is gone");
  unwrapOrThrow(await runs.decide({ tenant, waitId: wait.id }, { choice: "approve" }, "ann"));
  run = await runs.settled({ tenant, runId });
}
console.log(`the run: ${run?.status}${wait === undefined ? "" : `, ${wait.error?.message}`}`);
const view = await runs.view({ tenant, runId });
for (const row of view?.rows ?? []) console.log(`  ${row.step_id} ${row.tool}: ${row.ok ? "ok" : (row.reason ?? "")}`);
await stop();
