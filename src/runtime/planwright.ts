import type { KnowledgeAddition } from "../contracts/api/knowledge.ts";
import type { PlanCost } from "../contracts/api/run.ts";
import type { ActionPlanner } from "../ports/action-planner.ts";
import type { Audit } from "../ports/audit.ts";
import type { DeadJobs } from "../ports/engine.ts";
import type { RunIndex } from "../ports/run-index.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Keys } from "../ports/keys.ts";
import type { Knowledge, KnowledgeDocument } from "../ports/knowledge.ts";
import type { Log } from "../ports/log.ts";
import type { Metrics } from "../ports/metrics.ts";
import type { ClaimHolders, Store } from "../ports/store.ts";
import type { Trace } from "../ports/trace.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { Drafts } from "../drafts/drafts.ts";
import type { Runs } from "../runs/runs.ts";
import type { Agents } from "./agents/agents.ts";
import type { OpenChat } from "./chat.ts";
import type { Budgets } from "./models/budgets.ts";
import type { Changes } from "./changes/changes.ts";
import type { Lessons } from "./lessons/lessons.ts";
import type { PlanSchedules } from "./saved-plans/plan-schedules.ts";
import type { SavedPlans } from "./saved-plans/saved-plans.ts";
import type { Pack } from "../planners/packs/pack.ts";
import type { Planning } from "./planning/planning.ts";
import type { React } from "../react/index.ts";
import type { ToolSources } from "./toolbox/tool-states.ts";

/** The running service, as the HTTP, MCP and CLI surfaces use it. */
export type Planwright = {
  planning: Planning;
  /** The configured domain packs. */
  packs: readonly Pack[];
  /** Lessons and the rules derived from them. */
  lessons: Lessons;
  /** Plans actions from text (contract 3). */
  actions: ActionPlanner;
  verbs: Verbs;
  /** The current tool sources of a tenant. */
  toolSources: (tenant: string) => Promise<ToolSources>;
  runs: Runs;
  /** Plans that people keep. */
  savedPlans: SavedPlans;
  /** When they run by themselves. */
  planSchedules: PlanSchedules;
  /** Drafts: action plans that wait for approval. */
  drafts: Drafts;
  /** Chat over HTTP and Telegram. */
  chat: OpenChat;
  /** Reasoning with tools (contract 5). */
  react: React;
  /** Bounds of what a ReAct run costs, with the default limits and all tools of the tenant. */
  reactCost: (tenant: string, goal: string) => PlanCost;
  /** Autonomous agents (contract 5). */
  agents: Agents;
  /** The change stream. */
  changes: Changes;
  /** Spending on models. */
  budgets: Budgets;
  knowledge: Knowledge;
  /** Parses a text for the knowledge base. */
  readDocument: (addition: KnowledgeAddition) => Promise<{ document: KnowledgeDocument } | { problem: string }>;
  store: Store;
  /** See `Backend`. */
  claimHolders: ClaimHolders;
  keys: Keys;
  audit: Audit;
  /** Empty on SQLite, where jobs are retried forever. */
  deadJobs: DeadJobs;
  runIndex: RunIndex;
  clock: Clock;
  ids: Ids;
  log: Log;
  metrics: Metrics;
  trace: Trace;
  version: string;
  /** Quick readiness checks by component: undefined if ready, otherwise the reason. */
  checks: Readonly<Record<string, () => Promise<string | undefined>>>;
};
