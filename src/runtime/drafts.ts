import type { BusinessRule } from "../contracts/actions/business-rule.ts";
import { createDrafts } from "../drafts/create-drafts.ts";
import type { DraftDeps } from "../drafts/draft-deps.ts";
import { draftQueue } from "../drafts/draft-queue.ts";
import type { Drafts } from "../drafts/drafts.ts";
import { type DraftsConfig, rulesOf } from "../drafts/drafts-config.ts";
import type { Handler } from "../ports/engine.ts";

type DraftsParts = Omit<DraftDeps, "rules"> & {
  config: DraftsConfig;
  /** Business rules of the packs, in addition to the configured ones. */
  business?: readonly BusinessRule[];
  /** Engine handlers by queue. */
  queues: Record<string, Handler>;
};

/** Opens the Draft gate with the configured rules and adds its queue to the engine. */
export function openDrafts({ config, business = [], queues, ...parts }: DraftsParts): Drafts {
  const drafts = createDrafts({ ...parts, rules: rulesOf(config, business) });
  queues[draftQueue] = drafts.handler;
  return drafts;
}
