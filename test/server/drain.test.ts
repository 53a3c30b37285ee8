import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { serviceExamples } from "../../src/contracts/service/examples.ts";

// The real program in its own process, stopped by SIGTERM while it works.
const bin = resolve(import.meta.dirname, "../../src/cli/bin.ts");
let folder: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-drain-"));
  const tools = { demo: true, demo_faults: "quote_lookup=latency:1200,create_purchase_order=latency:1200" };
  writeFileSync(join(folder, "planwright.yaml"), JSON.stringify({ tools, approval: { default: "allow" } }));
});
afterEach(() => {
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

type Program = { child: ChildProcess; url: string; exited: Promise<number | null> };

async function start(): Promise<Program> {
  const child = spawn(process.execPath, [bin, "dev", "--port", "0", "--data", join(folder, "data")], { cwd: folder });
  started.push(child);
  const exited = once(child, "exit").then(([code]) => code as number | null); // the exit code
  let said = "";
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    if (url !== undefined) return { child, url, exited };
  }
  throw new Error(`it did not start: ${said}`);
}

const call = { verb_id: "quote_lookup", payload: { quote_id: "Q-0192" }, request_id: "r", caller: "test" };

describe("SIGTERM", { timeout: 60_000 }, () => {
  it("finishes the request in flight, accepts no new one, and exits with 0", async () => {
    const { child, url, exited } = await start();
    const client = createClient({ baseUrl: url });
    const answer = client.executeVerb({ body: call });
    await client.listRuns({}); // sent later and answered: the first is in flight
    child.kill("SIGTERM");
    expect(await answer).toMatchObject({ ok: true, output: { quote_id: "Q-0192" } });
    expect(await exited).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it("ends open streams with an event; the next process continues the run", async () => {
    const first = await start();
    const { run_id: id } = await createClient({ baseUrl: first.url }).startRun({ body: serviceExamples.response });
    const events = createClient({ baseUrl: first.url }).runEvents({ params: { id } });
    let last = (await events.next()).value;
    first.child.kill("SIGTERM");
    for await (const event of events) last = event;
    expect(last).toMatchObject({ event: "error", data: { code: "SHUTTING_DOWN" } });
    expect(await first.exited).toBe(0);

    const second = await start();
    const names: string[] = [];
    for await (const { event, data } of createClient({ baseUrl: second.url }).runEvents({ params: { id } })) {
      names.push(event);
      if (event === "end") expect(data).toMatchObject({ status: "completed", task_status: "COMPLETED" });
    }
    expect(names.at(-1)).toBe("end");
    const { effects } = await createClient({ baseUrl: second.url }).getRun({ params: { id } });
    expect(effects).toMatchObject([{ verb_id: "create_purchase_order", state: "confirmed" }]);
    second.child.kill("SIGTERM");
    expect(await second.exited).toBe(0);
  });
});
