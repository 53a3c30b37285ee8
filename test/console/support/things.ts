import type { Client } from "../../../src/client/index.ts";

/** Runs a plan until it has ended or waits for an operator. */
export async function carried(client: Client, plan: object): Promise<string> {
  const { run_id: id } = await client.startRun({ body: JSON.parse(JSON.stringify(plan)) });
  for await (const { event, data } of client.runEvents({ params: { id } })) {
    const status = typeof data === "object" && data !== null && "status" in data ? data.status : undefined;
    if (event === "end" || status === "waiting") break;
  }
  return id;
}

export const order = { steps: [{ id: "find", kind: "tool", tool: "quote_lookup", args: { quote_id: "Q-0192" } }] };

/** A step that fails and escalates. */
export function failing(quote: string): object {
  const args = { quote_id: quote };
  return { steps: [{ id: "find", kind: "tool", tool: "quote_lookup", args, escalate: true }] };
}

export type DraftParts = { summary: string; titles: readonly string[]; risks?: readonly object[] };

/** How a Draft from outside shows an action: derived from its arguments, whatever the plan says. */
export function issueText(title: string): string {
  return `LINEAR_CREATE_LINEAR_ISSUE team_id: team_studio, title: ${title}`;
}

/** A Draft that creates one issue for each title. */
export async function drafted(client: Client, { summary, titles, risks = [] }: DraftParts): Promise<string> {
  const actions = titles.map((title, at) => ({
    toolkit: "linear",
    tool_slug: "LINEAR_CREATE_LINEAR_ISSUE",
    args: { team_id: "team_studio", title },
    read_only: false,
    idempotency_scope: `linear:create_issue:${summary}:${at}`,
    preview: `New issue: ${title}`,
  }));
  const plan = {
    plan_id: `plan-${summary}`,
    intent: "mutate" as const,
    domain: "linear" as const,
    summary,
    language: "en" as const,
    inputs: { raw_text: summary },
    entities: [],
    actions,
    needs_clarification: [],
    risks: risks as [],
  };
  const made = await client.createDraft({ body: { plan } });
  if (made.kind !== "draft") throw new Error(`${summary} became ${made.kind}`);
  return made.draft.draft.draft_id;
}
