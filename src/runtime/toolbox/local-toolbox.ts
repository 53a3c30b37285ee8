import { compact } from "../../plan/compact.ts";
import type { CheckResult } from "../../plan/check-result.ts";
import type { Audit } from "../../ports/audit.ts";
import type { Knowledge } from "../../ports/knowledge.ts";
import { offline, withCassette } from "../models/cassette.ts";
import { loadConfig, type LoadedConfig } from "../config/config.ts";
import { createLazyKnowledge } from "../knowledge/knowledge.ts";
import type { PlanwrightOptions } from "../runtime-context.ts";
import { type Backend, openBackend } from "../storage/backend.ts";
import { createSecrets } from "../../tools/secrets.ts";
import { systemClock } from "../system-clock.ts";
import { knownSecrets } from "./known-secrets.ts";
import { createApprovalPolicy } from "./approval.ts";
import { createMcpLogins, type LoginStore } from "./mcp-logins.ts";
import { type OpenToolbox, openToolbox } from "./toolbox.ts";

export type LocalToolboxParts = Required<Pick<PlanwrightOptions, "folder" | "dataFolder" | "env" | "log">> &
  Pick<PlanwrightOptions, "configFile" | "cassette" | "dial"> & { tenant?: string | undefined };

export type LocalToolbox = OpenToolbox &
  LoadedConfig & { knowledge: Knowledge; logins: LoginStore; audit: () => Audit };

/**
 * Opens only the tools of a workspace: those of its configuration, or the demo without one. Creates no database until the
 * knowledge base or a login is used.
 */
export async function openLocalToolbox(parts: LocalToolboxParts): Promise<CheckResult<LocalToolbox>> {
  const loaded = loadConfig(parts.folder, parts.configFile);
  if (!loaded.ok) return loaded;
  const { config, folder } = loaded.value;
  const { dataFolder, env, log, cassette, dial } = parts;
  const clock = systemClock;
  let backend: Backend | undefined;
  const open = (): Backend => (backend ??= openBackend({ folder: dataFolder, env }));
  const knowledge = createLazyKnowledge(open, clock);
  const logins = createMcpLogins({ store: () => open().store, folder: dataFolder, env });
  const policies = [createApprovalPolicy(config)];
  const opening = { dial, ...offline(config.tools, cassette) };
  const toolbox = await openToolbox({
    ...opening,
    folder,
    dataFolder,
    env,
    log,
    knowledge,
    logins,
    ...compact({ tenant: parts.tenant }),
    clock,
    policies,
    secrets: createSecrets(knownSecrets(config, env)),
  });
  const verbs = withCassette(toolbox.verbs, cassette);
  const stop = async (): Promise<void> => {
    await toolbox.stop();
    await backend?.close();
  };
  return { ok: true, value: { ...toolbox, verbs, knowledge, logins, config, folder, stop, audit: () => open().audit } };
}
