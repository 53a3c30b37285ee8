import { accessSync, constants, existsSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, resolve } from "node:path";
import type { Env } from "../tools/config/secret-text.ts";
import { examineDatabase } from "./examine-database.ts";
import { type LocalToolboxParts, openLocalToolbox } from "./local-toolbox.ts";
import { systemClock } from "./system-clock.ts";

/** One thing that a running Planwright depends on, and what to do where it is not in order. */
export type Finding = { name: string; ok: boolean; says: string; mend?: string };

export type ExamineParts = LocalToolboxParts & { host: string; port: number };

/** Looks at everything the service would need, and changes nothing. */
export async function examine(parts: ExamineParts): Promise<Finding[]> {
  const { dataFolder, env, host, port } = parts;
  return [
    examineNode(process.versions.node),
    examineFolder(dataFolder),
    ...(await examineDatabase(dataFolder, env, systemClock.now())),
    await examineRedis(env),
    await examinePort(host, port),
    ...(await examineTools(parts)),
  ];
}

function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const ok = major > 22 || (major === 22 && minor >= 13);
  return { name: "node", ok, says: version, ...(!ok && { mend: "Node 22.13 or newer is needed" }) };
}

function examineFolder(folder: string): Finding {
  const path = resolve(folder);
  // One that is not there yet is made in the nearest folder that is.
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
    return { name: "data folder", ok: true, says: there === path ? path : `${path} will be made` };
  } catch {
    const mend = "let this user write there, or name another with --data";
    return { name: "data folder", ok: false, says: `${there} cannot be written to`, mend };
  }
}

async function examineRedis(env: Env): Promise<Finding> {
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

function examinePort(host: string, port: number): Promise<Finding> {
  const name = "port";
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", ({ message }) => {
      done({ name, ok: false, says: message, mend: "stop what listens there, or name another with --port" });
    });
    probe.listen(port, host, () => probe.close(() => done({ name, ok: true, says: `${host}:${port} is free` })));
  });
}

async function examineTools(parts: LocalToolboxParts): Promise<Finding[]> {
  const opened = await openLocalToolbox(parts);
  if (!opened.ok)
    return opened.issues.map(({ pointer, message }) => {
      const says = `${pointer} ${message}`.trim();
      return { name: "configuration", ok: false, says, mend: "correct planwright.yaml" };
    });
  const { problems, verbs } = opened.value;
  try {
    const tools: Finding = { name: "tools", ok: true, says: `${verbs.list().length} can be called` };
    const broken = problems.map(({ place, message }) => {
      const mend = "see planwright tools check";
      return { name: "tools", ok: false, says: `${place}: ${message}`, mend };
    });
    return [tools, ...broken];
  } finally {
    await opened.value.stop();
  }
}
