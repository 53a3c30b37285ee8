import { diagnoseDatabase } from "./diagnose-database.ts";
import { diagnoseEngine } from "./diagnose-engine.ts";
import { diagnoseFolder, diagnoseNode, diagnosePort, diagnoseRedis } from "./diagnose-machine.ts";
import { diagnoseWorkspace } from "./diagnose-workspace.ts";
import type { Finding } from "./finding.ts";
import type { LocalToolboxParts } from "../toolbox/local-toolbox.ts";
import { systemClock } from "../system-clock.ts";

type DiagnoseParts = LocalToolboxParts & { host: string; port: number };

/** Checks everything that the service needs, without changing anything. */
export async function diagnose(parts: DiagnoseParts): Promise<Finding[]> {
  const { dataFolder, env, host, port } = parts;
  return [
    diagnoseNode(process.versions.node),
    ...diagnoseFolder(dataFolder),
    ...(await diagnoseDatabase(dataFolder, env, systemClock.now())),
    await diagnoseRedis(env),
    await diagnoseEngine(env),
    await diagnosePort(host, port),
    ...(await diagnoseWorkspace(parts)),
  ];
}
