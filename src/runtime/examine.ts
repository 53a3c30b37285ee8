import { examineDatabase } from "./examine-database.ts";
import { examineFolder, examineNode, examinePort, examineRedis } from "./examine-machine.ts";
import { examineWorkspace } from "./examine-workspace.ts";
import type { Finding } from "./finding.ts";
import type { LocalToolboxParts } from "./local-toolbox.ts";
import { systemClock } from "./system-clock.ts";

export { type Finding, type FindingState, stateOf } from "./finding.ts";

export type ExamineParts = LocalToolboxParts & { host: string; port: number };

/** Looks at everything the service would need, and changes nothing. */
export async function examine(parts: ExamineParts): Promise<Finding[]> {
  const { dataFolder, env, host, port } = parts;
  return [
    examineNode(process.versions.node),
    ...examineFolder(dataFolder),
    ...(await examineDatabase(dataFolder, env, systemClock.now())),
    await examineRedis(env),
    await examinePort(host, port),
    ...(await examineWorkspace(parts)),
  ];
}
