import { compact } from "../../plan/compact.ts";
import { z } from "zod";
import { dayOfUtc, kinds } from "../../agents/agent-deps.ts";
import { CollapseEntry } from "../../contracts/react/agent-run.ts";
import { textHash } from "../../plan/hash.ts";
import type { Json } from "../../plan/json.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Knowledge } from "../../ports/knowledge.ts";
import { isConflict } from "../../ports/store-error.ts";
import type { StoredRecord } from "../../ports/stored-record.ts";
import type { Store } from "../../ports/store.ts";
import { agentRunId } from "../toolbox/pending-drafts.ts";
import { defineTool } from "../../tools/define-tool.ts";
import { ToolError } from "../../tools/tool-error.ts";
import type { Tool, ToolContext } from "../../tools/tool.ts";

/** The built-in verbs that each autonomy level covers. The configuration adds others. */
export const ownLevels = { internal: ["collapse.write_entry"], notify: ["hub.notify"], knobs: ["knobs.set"] } as const;

type AgentVerbParts = {
  store: () => Store;
  ids: Ids;
  knowledge: Knowledge;
  /** Sets a state value. Knobs are stored under `knobs.`. */
  setState: (tenant: string, state: { path: string; value: Json }) => Promise<unknown>;
};

const everyTenant = ["*"] as const;

/** Built-in verbs for agents: store memories, recall them, notify the owner, set knobs. */
export function createAgentVerbs(parts: AgentVerbParts): Tool[] {
  return [recall(parts), writeEntry(parts), notifyHub(parts), setKnob(parts)];
}

function recall({ store, knowledge }: AgentVerbParts): Tool {
  return defineTool({
    name: "recall.fetch_context",
    description: "Fetch what is remembered about a topic: passages of the knowledge base and collapse entries.",
    input: z.strictObject({
      query: z.string().min(1).describe("What to recall, in words"),
      limit: z.int().min(1).max(50).default(10),
    }),
    output: z.strictObject({ fragments: z.array(z.strictObject({ source: z.string(), text: z.string() })) }),
    effect: "read",
    tenants: everyTenant,
    async run({ query, limit }, { tenant = "" }) {
      const hits = await knowledge.search({ text: query, limit }, tenant);
      const entries = await store().records({ tenant, kind: kinds.collapse, limit: 200 });
      const words = query
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word.length > 2);
      const remembered = entries.flatMap(({ id, body }) => {
        const { summary } = CollapseEntry.parse(body);
        return words.some((word) => summary.toLowerCase().includes(word))
          ? [{ source: `collapse ${id}`, text: summary }]
          : [];
      });
      const fragments = [...remembered, ...hits.map(({ source, text }) => ({ source, text }))];
      return { fragments: fragments.slice(0, limit) };
    },
  });
}

function writeEntry(parts: AgentVerbParts): Tool {
  return defineTool({
    name: "collapse.write_entry",
    description: "Write an entry into the collapse store.",
    input: CollapseEntry.partial().extend({ summary: z.string().min(1) }),
    output: z.strictObject({ collapse_id: z.string() }),
    effect: "additive",
    retryClass: "keyed",
    tenants: everyTenant,
    async run(given, context) {
      const entry: CollapseEntry = {
        observer: context.caller,
        trigger: "",
        observer_state: [],
        field_resonance: "",
        type: "note",
        emergent_entity: "",
        mantra: "",
        ...compact(given),
      };
      const collapse_id = await writeOnce(parts, context, () => ({
        kind: kinds.collapse,
        group: entry.observer,
        body: entry,
      }));
      return { collapse_id };
    },
  });
}

function notifyHub(parts: AgentVerbParts): Tool {
  return defineTool({
    name: "hub.notify",
    description: "Leave a notice for the owner, shown at the next login.",
    input: z.strictObject({ text: z.string().min(1).max(4000) }),
    output: z.strictObject({ notice_id: z.string() }),
    effect: "additive",
    retryClass: "keyed",
    tenants: everyTenant,
    async run({ text }, context) {
      const runId = agentRunId(context.requestId) ?? context.requestId;
      const notice = { agentId: context.caller, runId, text, mode: "on_next_login", at: context.now, isSent: true };
      const kept = { kind: kinds.notice, group: context.caller, status: "unseen" };
      const notice_id = await writeOnce(parts, context, (id) => ({ ...kept, body: { id, ...notice } }));
      return { notice_id };
    },
  });
}

function setKnob({ setState }: AgentVerbParts): Tool {
  return defineTool({
    name: "knobs.set",
    description: "Set a knob: a number that other parts read from the state under knobs.",
    input: z.strictObject({ name: z.string().regex(/^\w[\w-]{0,99}$/), value: z.number() }),
    output: z.strictObject({ name: z.string(), value: z.number() }),
    effect: "destructive",
    retryClass: "keyed", // setting the same value again changes nothing
    tenants: everyTenant,
    async run({ name, value }, { tenant = "" }) {
      await setState(tenant, { path: `knobs.${name}`, value });
      return { name, value };
    },
  });
}

type NewRecord = Omit<StoredRecord, "version" | "id" | "tenant">;

/** Writes a record under a new id, once per effect. A repeated call returns the id of the first one. */
async function writeOnce(
  { store, ids }: AgentVerbParts,
  context: ToolContext,
  record: (id: string) => NewRecord,
): Promise<string> {
  const { tenant = "", effectKey, requestId, now } = context;
  const once = { tenant, kind: kinds.once, id: textHash(effectKey ?? requestId) };
  const id = ids.next();
  try {
    await store().write((tx) => {
      tx.putRecord({ ...once, group: dayOfUtc(now), body: id }, 0);
      tx.putRecord({ tenant, id, ...record(id) }, 0);
    });
    return id;
  } catch (error) {
    const first = isConflict(error) ? await store().record(once) : undefined;
    if (typeof first?.body !== "string") throw new ToolError("tool_failed", "the store rejected the write");
    return first.body;
  }
}
