import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "../../../src/client/index.ts";
import type { Role } from "../../../src/contracts/api/route.ts";
import type { BackgroundRole } from "../../../src/runtime/background-roles.ts";
import { openPlanwright, type OpenPlanwright } from "../../../src/runtime/open-planwright.ts";
import { createLoopbackAuth } from "../../../src/server/auth/loopback-auth.ts";
import { createPlanwrightApp } from "../../../src/server/start-server.ts";
import { createMemoryLog } from "../../../src/testing/memory-log.ts";

export const tenant = "acme";

/** What would be a process of its own: it shares nothing with the others but the store. */
export type Member = { planwright: OpenPlanwright; client: Client; stop(): Promise<void> };

export type MemberOptions = {
  config: object;
  env: Record<string, string>;
  duties: readonly BackgroundRole[];
  data?: string;
};

const roles: ReadonlySet<Role> = new Set(["api", "planner", "router", "daemon"]);

export async function openMember({ config, env, duties, data }: MemberOptions): Promise<Member> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-member-"));
  writeFileSync(join(folder, "planwright.yaml"), JSON.stringify({ approval: { default: "allow" }, ...config }));
  const dataFolder = data ?? join(folder, "data");
  const opened = await openPlanwright({ folder, dataFolder, env, log: createMemoryLog() });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const planwright = opened.value;
  await planwright.start(new Set(duties));
  const stopping = new AbortController();
  const app = createPlanwrightApp(planwright, {
    authenticate: createLoopbackAuth({ tenant }),
    roles,
    stopping: stopping.signal,
  });
  const client = createClient({
    baseUrl: "http://127.0.0.1",
    fetch: async (input, init) => app.request(new Request(input, init)),
  });
  let isStopped = false;
  return {
    planwright,
    client,
    async stop() {
      if (isStopped) return;
      isStopped = true;
      stopping.abort();
      await planwright.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
