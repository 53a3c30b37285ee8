import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, resolve } from "node:path";
import type { Env } from "../tools/config/secret-text.ts";
import { askLocal } from "./ask-local.ts";
import type { Finding } from "./finding.ts";

/** From here on the SQLite of Node has full-text search and takes numbered parameters. */
export function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const ok = (major === 22 && minor >= 20) || (major === 24 && minor >= 7) || major > 24;
  return { name: "node", ok, says: version, ...(!ok && { mend: "install Node 22.20, or 24.7 and newer" }) };
}

/** Whether the folder can be written to, and how much room there is. */
export function examineFolder(folder: string): Finding[] {
  const path = resolve(folder);
  // One that is not there yet is made in the nearest folder that is.
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
    const says = there === path ? path : `${path} will be made`;
    return [{ name: "data folder", ok: true, says }, roomIn(there)];
  } catch {
    const mend = "let this user write there, or name another with --data";
    return [{ name: "data folder", ok: false, says: `${there} cannot be written to`, mend }];
  }
}

const megabyte = 1_000_000;
/** A little more than what the smallest database takes, and what a busy day may take. */
const leastMegabytes = 50;
const fewMegabytes = 1_000;

function roomIn(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  return examineRoom(Math.floor((bavail * bsize) / megabyte));
}

export function examineRoom(megabytes: number): Finding {
  const room = {
    name: "disk",
    says: megabytes < 10_000 ? `${megabytes} MB free` : `${Math.floor(megabytes / 1000)} GB free`,
  };
  if (megabytes < leastMegabytes)
    return { ...room, ok: false, mend: "free some room, or name a folder of another disk with --data" };
  return {
    ...room,
    ok: true,
    ...(megabytes < fewMegabytes && { mend: "runs and their journals need room: free some soon" }),
  };
}

export async function examineRedis(env: Env): Promise<Finding> {
  const url = env["REDIS_URL"];
  const name = "redis";
  if (url === undefined || url === "") return { name, ok: true, says: "not used: events stay in this process" };
  try {
    const { pingRedis } = await import("../bus/redis-ping.ts");
    return { name, ok: true, says: `Redis ${await pingRedis(url)}` };
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return { name, ok: false, says, mend: "see that Redis is up, and REDIS_URL" };
  }
}

export async function examinePort(host: string, port: number): Promise<Finding> {
  const name = "port";
  const trouble = await tryPort(host, port);
  if (trouble === undefined) return { name, ok: true, says: `${host}:${port} is free` };
  if (await isPlanwright(host, port))
    return { name, ok: true, says: `${host}:${port} is served by a Planwright already` };
  return { name, ok: false, says: trouble, mend: "stop what listens there, or name another with --port" };
}

function tryPort(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", ({ message }) => done(message));
    probe.listen(port, host, () => probe.close(() => done(undefined)));
  });
}

/** Asks what listens there what it is. */
async function isPlanwright(host: string, port: number): Promise<boolean> {
  const at = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return (await askLocal(`http://${at}:${port}/openapi.json`))?.includes('"title":"Planwright"') === true;
}
