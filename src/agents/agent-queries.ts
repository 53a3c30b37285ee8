import { toPage } from "../contracts/api/page.ts";
import { compact } from "../plan/compact.ts";
import { timestampOf } from "../contracts/timestamp.ts";
import type {
  AgentDetail,
  AgentMonth,
  AgentRunPage,
  AgentRunView,
  CollapsePage,
  DecisionPage,
  DecisionView,
  NoticePage,
  NoticeView,
  StateList,
  StateView,
} from "../contracts/api/agents.ts";
import {
  type AgentList,
  type AgentRunRecord,
  type AgentStatus,
  CollapseEntry,
  type RunOnceRequest,
} from "../contracts/react/agent-run.ts";
import type { ErrorCode } from "../contracts/errors.ts";
import { type Json, toJson } from "../plan/json.ts";
import { assertCursor } from "../ports/assert-cursor.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Store } from "../ports/store.ts";
import type { StoredRecord } from "../ports/stored-record.ts";
import type { Agent } from "./profile/agent.ts";
import type { AgentRegistry } from "./agent-registry.ts";
import type { Daemon, AgentRef, PauseNote } from "./daemon.ts";
import type { Decision } from "./decisions/decision.ts";
import { Notice } from "./outputs/outputs.ts";
import { kinds } from "./agent-deps.ts";
import { readRun } from "./records.ts";
import { unknownAgent, renderDecision } from "./decisions/render-decision.ts";
import { StateValue } from "./triggers/state/state-edge.ts";
import { type AgentSnapshot, toDecisionView, toDetail, toRunView, toStatus } from "./agent-view.ts";

type RunOnceResult = { run: AgentRunRecord } | { says: string; code: RunRefusalCode };
type RunRefusalCode = Extract<ErrorCode, "AGENT_DISABLED" | "BUDGET_EXHAUSTED" | "QUOTA_EXCEEDED" | "TIMEOUT">;
type PageRequest = { cursor?: string | undefined; limit: number };

/** Agents as the API shows them. Undefined if the agent does not exist. */
export interface AgentQueries {
  list(tenant: string): Promise<AgentList>;
  detail(of: AgentRef): Promise<AgentDetail | undefined>;
  /** The run record, or why there is none; `TIMEOUT`: the run started and has not ended. */
  runOnce(of: AgentRef, request: RunOnceRequest, key?: string): Promise<RunOnceResult | undefined>;
  setEnabled(of: AgentRef, isEnabled: boolean, pause: PauseNote): Promise<AgentStatus | undefined>;
  /** Fires past slots again; see `Daemon.backfill`. */
  backfill(of: AgentRef, range: { from: number; to: number }): Promise<DecisionView[] | "too many" | undefined>;
  runs(of: AgentRef, page: PageRequest): Promise<AgentRunPage | undefined>;
  /** Undefined also for a run of another agent. */
  run(of: AgentRef, runId: string): Promise<AgentRunView | undefined>;
  decisions(of: AgentRef, page: PageRequest): Promise<DecisionPage | undefined>;
  /** `seen` limits the list to those that were, or were not. */
  notices(tenant: string, page: PageRequest & { seen?: boolean | undefined }): Promise<NoticePage>;
  markSeen(of: AgentRef): Promise<NoticeView | undefined>;
  collapse(tenant: string, page: PageRequest): Promise<CollapsePage>;
  state(tenant: string): Promise<StateList>;
  setState(tenant: string, update: { path: string; value: Json }): Promise<StateView>;
}

type AgentQueryDeps = {
  /** Reloads the registry from the store. */
  refresh?: () => Promise<void>;
  daemon: Daemon;
  registry: AgentRegistry;
  store: Store;
  now: () => number;
  /** Warnings about settings of a profile that are valid but probably a mistake. */
  warningsOf: (agent: Agent) => readonly string[];
  /** What the agent costs in a month. */
  monthOf: (agent: Agent) => Promise<AgentMonth>;
};

export function createAgentQueries(deps: AgentQueryDeps): AgentQueries {
  const { daemon, registry } = deps;
  /** An unknown agent may have just been stored by another process. */
  const find = async ({ tenant, id }: AgentRef): Promise<Agent | undefined> => {
    if (registry.find(tenant, id) === undefined) await deps.refresh?.();
    return registry.find(tenant, id);
  };
  const withAgent = async <T>({ tenant, id }: AgentRef, work: (agent: Agent) => Promise<T>): Promise<T | undefined> => {
    const agent = await find({ tenant, id });
    return agent === undefined ? undefined : work(agent);
  };
  const snapshot = (agent: Agent): Promise<AgentSnapshot> => snapshotOf(daemon, agent);
  /** The records of a removed agent can still be read. */
  const hasExisted = async (of: AgentRef): Promise<boolean> =>
    (await find(of)) !== undefined ||
    (await deps.store.record({ tenant: of.tenant, kind: kinds.state, id: of.id })) !== undefined;
  return {
    async list(tenant) {
      const agents = [...registry.all()].filter((agent) => agent.tenant === tenant);
      return { agents: (await daemon.snapshots(agents)).map(toStatus) };
    },
    detail: (of) =>
      withAgent(of, async (agent) => {
        const file = registry.entry(of.tenant, of.id)?.file;
        const warnings = deps.warningsOf(agent);
        return toDetail(await snapshot(agent), { file, warnings, month: await deps.monthOf(agent) });
      }),
    runOnce: (of, request, key) =>
      withAgent(of, async (agent) => {
        const { decision, run } = await daemon.runOnce(agent, request, key);
        if (run !== undefined) return { run };
        const { runId, reason } = decision;
        if (runId !== undefined)
          return { says: `The run ${runId} of ${of.id} has begun and not ended.`, code: "TIMEOUT" };
        return { says: renderDecision(agent, decision), code: refusalCodes[reason ?? "quota"] ?? "QUOTA_EXCEEDED" };
      }),
    backfill: (of, range) =>
      withAgent(of, async (agent) => {
        const fired = await daemon.backfill(agent, range);
        return fired === "too many" ? fired : fired.map((one) => toDecisionView(agent, one));
      }),
    setEnabled: (of, isEnabled, pause) =>
      withAgent(of, async (agent) => {
        await daemon.setEnabled(agent, isEnabled, pause);
        return toStatus(await snapshot(agent));
      }),
    async runs(of, page) {
      await assertCursor(deps.store, { tenant: of.tenant, kind: kinds.run, id: page.cursor });
      const { rows, next_cursor } = toPage(await daemon.runs(of, pageQuery(page)), page.limit, ({ runId }) => runId);
      if (rows.length === 0 && !(await hasExisted(of))) return undefined;
      return { runs: rows.map(toRunView), next_cursor };
    },
    async decisions(of, page) {
      await assertCursor(deps.store, { tenant: of.tenant, kind: kinds.decision, id: page.cursor });
      const { rows, next_cursor } = toPage(await daemon.decisions(of, pageQuery(page)), page.limit, ({ id }) => id);
      if (rows.length === 0 && !(await hasExisted(of))) return undefined;
      const decider = registry.find(of.tenant, of.id) ?? unknownAgent;
      return { decisions: rows.map((decision) => toDecisionView(decider, decision)), next_cursor };
    },
    ...createRecordQueries(deps),
  };
}

const refusalCodes: Partial<Record<NonNullable<Decision["reason"]>, RunRefusalCode>> = {
  disabled: "AGENT_DISABLED",
  budget: "BUDGET_EXHAUSTED",
};

type RecordQueries = Pick<AgentQueries, "run" | "notices" | "markSeen" | "collapse" | "state" | "setState">;

function createRecordQueries({ store, daemon, now }: AgentQueryDeps): RecordQueries {
  const list = async (
    kind: string,
    tenant: string,
    { status, ...page }: PageRequest & { status?: string },
  ): Promise<StoredRecord[]> => {
    await assertCursor(store, { tenant, kind, id: page.cursor });
    return store.records(compact({ tenant, kind, ...pageQuery(page), status }));
  };
  return {
    async run({ tenant, id }, runId) {
      const found = await readRun(store, tenant, runId);
      return found?.value.profile.id === id ? toRunView(found.value) : undefined;
    },
    async notices(tenant, { seen, ...page }) {
      const status = seen === undefined ? {} : { status: seen ? "seen" : "unseen" };
      const found = await list(kinds.notice, tenant, { ...page, ...status });
      const { rows, next_cursor } = toPage(found, page.limit, ({ id }) => id);
      return { notices: rows.map(({ body }) => toNotice(Notice.parse(body))), next_cursor };
    },
    async markSeen({ tenant, id }) {
      const record = await store.record({ tenant, kind: kinds.notice, id });
      if (record === undefined) return undefined;
      const notice = Notice.parse(record.body);
      if (notice.seenAt !== undefined) return toNotice(notice);
      const seen = { ...notice, seenAt: now() };
      const { version, ...rest } = record;
      const body = toJson(seen);
      await store
        .write((tx) => tx.putRecord({ ...rest, status: "seen", body }, version))
        .catch((error: unknown) => {
          if (!isConflict(error)) throw error; // somebody else marked it at the same time
        });
      return toNotice(seen);
    },
    async collapse(tenant, page) {
      const { rows, next_cursor } = toPage(await list(kinds.collapse, tenant, page), page.limit, ({ id }) => id);
      return {
        entries: rows.map(({ id, body }) => ({ collapse_id: id, entry: CollapseEntry.parse(body) })),
        next_cursor,
      };
    },
    async state(tenant) {
      const records = await store.records({ tenant, kind: kinds.value, limit: 1000 });
      return { values: records.map(({ id, body }) => toStateView(id, StateValue.parse(body))).toReversed() };
    },
    async setState(tenant, update) {
      await daemon.setState(tenant, update);
      return toStateView(update.path, { value: update.value, at: now() });
    },
  };
}

/** Reads one row more than the page to see whether there is another. */
function pageQuery({ cursor, limit }: PageRequest): { limit: number; before?: string } {
  return compact({ limit: limit + 1, before: cursor });
}

function toNotice({ id, agentId, runId, text, mode, at, seenAt }: Notice): NoticeView {
  return {
    notice_id: id,
    agent_id: agentId,
    run_id: runId,
    text,
    mode,
    at: timestampOf(at),
    seen_at: seenAt === undefined ? null : timestampOf(seenAt),
  };
}

function toStateView(path: string, { value, at }: StateValue): StateView {
  return { path, value, at: timestampOf(at) };
}

async function snapshotOf(daemon: Daemon, agent: Agent): Promise<AgentSnapshot> {
  const [one] = await daemon.snapshots([agent]);
  if (one === undefined) throw new Error("no snapshot of a loaded agent");
  return one;
}
