import type { BusinessRule } from "../contracts/actions/business-rule.ts";
import { createDrafts } from "../drafts/create-drafts.ts";
import type { DraftDeps } from "../drafts/draft-parts.ts";
import { draftQueue } from "../drafts/draft-queue.ts";
import type { Drafts } from "../drafts/drafts.ts";
import { type DraftsConfig, rulesOf } from "../drafts/drafts-config.ts";
import type { Handler } from "../ports/engine.ts";

export { createDrafts } from "../drafts/create-drafts.ts";
export type { DraftDeps } from "../drafts/draft-parts.ts";
export { draftQueue } from "../drafts/draft-queue.ts";
export type {
  DraftCommand,
  Actor,
  DraftResult,
  CreateRequest,
  DraftNotification,
  Drafts,
  ShownRevision,
} from "../drafts/drafts.ts";
export { defaultRules, type DraftRules } from "../drafts/gate/rules.ts";

export type DraftsParts = Omit<DraftDeps, "rules"> & {
  config: DraftsConfig;
  /** Business rules of the packs, besides those of the configuration. */
  business?: readonly BusinessRule[];
  /** What the engine works on, by queue. */
  queues: Record<string, Handler>;
};

/** The gate as the configuration sets it, with its timers in the engine. */
export function openDrafts({ config, business = [], queues, ...parts }: DraftsParts): Drafts {
  const drafts = createDrafts({ ...parts, rules: rulesOf(config, business) });
  queues[draftQueue] = drafts.handler;
  return drafts;
}
