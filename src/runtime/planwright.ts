import type { KnowledgeAddition } from "../contracts/api/knowledge.ts";
import type { ActionPlanner } from "../ports/action-planner.ts";
import type { Audit } from "../ports/audit.ts";
import type { RunIndex } from "../ports/run-index.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Keys } from "../ports/keys.ts";
import type { Knowledge, KnowledgeDocument } from "../ports/knowledge.ts";
import type { Log } from "../ports/log.ts";
import type { Metrics } from "../ports/metrics.ts";
import type { Store } from "../ports/store.ts";
import type { Trace } from "../ports/trace.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { Drafts } from "../drafts/drafts.ts";
import type { Runs } from "../runs/runs.ts";
import type { Agents } from "./agents.ts";
import type { OpenChat } from "./chat.ts";
import type { Budgets } from "./budgets.ts";
import type { Changes } from "./changes.ts";
import type { Planning } from "./planning.ts";
import type { React } from "./react.ts";
import type { ToolSources } from "./tool-states.ts";

/** The running whole, as the surfaces see it. */
export type Planwright = {
  planning: Planning;
  /** Words to action plans (contract 3). */
  actions: ActionPlanner;
  verbs: Verbs;
  /** Where the tenant's tools come from, asked now. */
  toolSources: (tenant: string) => Promise<ToolSources>;
  runs: Runs;
  /** The gate between action plans and the world. */
  drafts: Drafts;
  /** Talking to it, over HTTP and in Telegram. */
  chat: OpenChat;
  /** Reasoning with tools (contract 5). */
  react: React;
  /** Agents that run on their own (contract 5). */
  agents: Agents;
  /** What happened in this process, as it happens. */
  changes: Changes;
  /** What models cost. */
  budgets: Budgets;
  knowledge: Knowledge;
  /** A text as the knowledge base keeps it, or why it cannot be kept. */
  readDocument: (addition: KnowledgeAddition) => Promise<{ document: KnowledgeDocument } | { problem: string }>;
  store: Store;
  keys: Keys;
  audit: Audit;
  runIndex: RunIndex;
  clock: Clock;
  ids: Ids;
  log: Log;
  metrics: Metrics;
  trace: Trace;
  version: string;
  /** The parts traffic depends on, each with a quick test. */
  checks: Readonly<Record<string, () => Promise<boolean>>>;
};
