import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { scopes } from "../../src/contracts/api/route.ts";
import { openBackend } from "../../src/runtime/storage/backend.ts";
import { systemClock as clock } from "../../src/runtime/system-clock.ts";
import { createKeyring } from "../../src/server/auth/keyring.ts";
import { type Child, startChild } from "./child.ts";

const bin = resolve(import.meta.dirname, "../../src/cli/bin.ts");
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export type ProcessEnvironment = {
  folder: string;
  /** `DATABASE_URL` of a Postgres database; without it the folder's SQLite file. */
  env?: Record<string, string>;
};

/** The demo's tools, and a model where its address is given. */
export function writeConfig(folder: string, modelUrl?: string): void {
  const lines = ["tools: { demo: true }", "packs: [small-business, studio]"];
  if (modelUrl !== undefined) {
    const endpoint = `{ provider: openai-compatible, model: scripted, base_url: "${modelUrl}" }`;
    lines.push("models:", "  endpoints:", `    bench: ${endpoint}`);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "planwright.yaml"), `${lines.join("\n")}\n`);
}

/** The demo creates data for each new tenant, which is not measured here: a few tenants are reused. */
const tenants = 8;

/** Keys with all scopes, enough of them that the limit per caller does not apply. */
export async function makeKeys(place: ProcessEnvironment, count: number): Promise<string[]> {
  const backend = openBackend({ folder: dataFolder(place), ...(place.env !== undefined && { env: place.env }) });
  const keyring = createKeyring({ keys: backend.keys, clock, log: quiet });
  const made: string[] = [];
  for (let at = 0; at < count; at += 1)
    made.push((await keyring.issue({ tenant: `t${at % tenants}`, name: "bench", scopes })).text);
  await backend.close();
  return made;
}

export type ServerProcess = Child & { url: string };

/** Runs `planwright start`; resolves when it accepts requests. */
export async function startPlanwright(place: ProcessEnvironment, roles: string): Promise<ServerProcess> {
  mkdirSync(dataFolder(place), { recursive: true });
  const args = [bin, "start", "--port", "0", "--data", dataFolder(place), "--roles", roles];
  const env = { PATH: process.env["PATH"] ?? "", ...place.env };
  const child = startChild(process.execPath, args, { cwd: place.folder, env, stdio: ["ignore", "ignore", "pipe"] });
  const said: string[] = [];
  const { stderr } = child.process;
  if (stderr === null) throw new Error("standard error is a pipe");
  for await (const line of createInterface({ input: stderr })) {
    const url = / at (http:\S+), roles/.exec(line)?.[1];
    if (url === undefined) said.push(line);
    else {
      // Later output is read and dropped, so that the pipe does not fill.
      stderr.resume();
      return { ...child, url };
    }
  }
  throw new Error(`planwright did not start: ${said.join("\n")}`);
}

export function dataFolder({ folder }: ProcessEnvironment): string {
  return join(folder, "data");
}
