import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { ElicitRequestFormParams } from "@modelcontextprotocol/sdk/types.js";
import { type Client, createClient } from "../../client/index.ts";
import type { Connection } from "../../client/call.ts";
import { DraftRequestOutcome, DraftView } from "../../contracts/api/drafts.ts";
import { type Escalation, RunDetail } from "../../contracts/api/run.ts";
import { asJsonObject, type JsonObject } from "../../plan/json.ts";

/** Asks the person at the client; undefined if they declined or closed the question. */
type Ask = (about: string, form: Form) => Promise<Readonly<Record<string, unknown>> | undefined>;
type Form = Pick<ElicitRequestFormParams, "message" | "requestedSchema">;
type Properties = Form["requestedSchema"]["properties"];

/** A person may think for this long. */
const patienceMs = 10 * 60_000;

/** Questions in a row for one call of a tool. */
const maxQuestions = 8;

type ElicitContext = {
  server: Server;
  connection: Connection;
  signal: AbortSignal;
  /** What the person was asked already: a model that reads the object again does not ask again. */
  asked: Set<string>;
};

/**
 * If a client can ask its user, a Draft or a run that waits for a decision is shown to them immediately. The decision is
 * theirs: whatever they do not accept stays in the inbox, and the model cannot answer for them.
 */
export async function elicitDecisions(
  { server, connection, signal, asked }: ElicitContext,
  answer: JsonObject,
): Promise<JsonObject> {
  if (server.getClientCapabilities()?.elicitation?.form === undefined) return answer;
  const api = createClient(connection);
  const ask: Ask = async (about, form) => {
    if (asked.has(about)) return undefined;
    asked.add(about);
    const reply = await server.elicitInput({ mode: "form", ...form }, { signal, timeout: patienceMs });
    return reply.action === "accept" ? (reply.content ?? {}) : undefined;
  };
  const outcome = DraftRequestOutcome.safeParse(answer).data;
  if (outcome?.kind === "draft")
    return asJsonObject({ ...outcome, draft: await askAboutDraft(api, ask, outcome.draft) });
  const draft = DraftView.safeParse(answer).data;
  if (draft !== undefined) return asJsonObject(await askAboutDraft(api, ask, draft));
  const run = RunDetail.safeParse(answer).data;
  return run === undefined ? answer : askAboutRun(api, ask, run);
}

async function askAboutDraft(api: Client, ask: Ask, first: DraftView): Promise<DraftView> {
  let view = first;
  for (let round = 0; round < maxQuestions; round += 1) {
    // A decision that is refused or times out leaves the Draft as it is.
    const next = await decideDraft(api, ask, view).catch(() => undefined);
    if (next === undefined) break;
    view = next;
  }
  return view;
}

/** Asks for what the Draft waits for; undefined if it waits for nothing that can be asked here. */
async function decideDraft(api: Client, ask: Ask, view: DraftView): Promise<DraftView | undefined> {
  const { draft, action_hash, next } = view;
  const params = { id: draft.draft_id };
  const shown = { revision: draft.revision, action_hash };
  const about = `${draft.draft_id} ${draft.revision} ${next.do} ${action_hash}`;
  switch (next.do) {
    case "answer": {
      const fields = next.questions.map(({ id, question, choices }) => [id, field(question, choices)]);
      const required = next.questions.map(({ id }) => id);
      const reply = await ask(about, formOf(draft.plan.summary, Object.fromEntries(fields), required));
      return reply && api.answerDraft({ params, body: { ...shown, answers: textsIn(reply) } });
    }
    case "pick": {
      const rows = next.candidates.map(({ id, name, subtitle }) => ({
        value: id,
        label: [name, subtitle].filter(Boolean).join(", "),
      }));
      const reply = await ask(
        about,
        formOf(draft.plan.summary, { record: field(`Which ${next.kind}?`, rows) }, ["record"]),
      );
      const candidate_id = reply === undefined ? undefined : textsIn(reply)["record"];
      return candidate_id === undefined
        ? undefined
        : api.pickDraft({ params, body: { ...shown, entity: next.entity, candidate_id } });
    }
    case "apply":
    case "confirm": {
      const reply = await ask(
        about,
        formOf(changesText(view), { decision: field("Your decision", draftChoices) }, ["decision"]),
      );
      const decision = reply?.["decision"];
      if (decision === "cancel") return api.cancelDraft({ params, body: shown });
      if (decision !== "apply") return undefined;
      return next.do === "apply" ? api.applyDraft({ params, body: shown }) : api.confirmDraft({ params, body: shown });
    }
    default:
      return undefined;
  }
}

const draftChoices = [
  { value: "apply", label: "Apply the changes" },
  { value: "later", label: "Keep them in the inbox" },
  { value: "cancel", label: "Cancel them" },
];

function changesText({ draft, changes, next }: DraftView): string {
  const lines = draft.actions.map(({ action_id, action: { preview } }) => {
    const change = changes.find((one) => one.action_id === action_id);
    if (change === undefined) return `- ${preview}`;
    const before = change.before === null ? "" : `${JSON.stringify(change.before)} → `;
    return `- ${preview}\n  ${before}${JSON.stringify(change.after)}`;
  });
  const again = next.do === "confirm" ? `This changes ${next.writes} records. Confirm it once more.\n` : "";
  return `${again}${draft.plan.summary}\n${lines.join("\n")}`;
}

async function askAboutRun(api: Client, ask: Ask, detail: RunDetail): Promise<RunDetail> {
  const open = detail.escalations.filter(({ state }) => state === "open").slice(0, maxQuestions);
  let isDecided = false;
  for (const one of open) {
    const decide = async (body: SimpleDecision | undefined): Promise<boolean> =>
      body !== undefined && (await api.decideEscalation({ params: { id: one.escalation_id }, body }), true);
    isDecided = (await askEscalation(ask, one).then(decide, () => false)) || isDecided;
  }
  return isDecided ? api.getRun({ params: { id: detail.run.run_id } }) : detail;
}

/** Offers what needs no further text: an answer, an approval, a retry, skipping the step or stopping the run. */
async function askEscalation(ask: Ask, escalation: Escalation): Promise<SimpleDecision | undefined> {
  const { escalation_id, question, call, changes, choices, answers } = escalation;
  const diff = changes === null ? "" : `\n${JSON.stringify(changes.before)} → ${JSON.stringify(changes.after)}`;
  const message = `${question}${call === null ? "" : `\n${call.verb_id} ${JSON.stringify(call.args)}`}${diff}`;
  if (choices.includes("answer")) {
    const reply = await ask(
      escalation_id,
      formOf(message, { answer: field(question, answers.map(toChoice)) }, ["answer"]),
    );
    const answer = reply === undefined ? undefined : textsIn(reply)["answer"];
    return answer === undefined ? undefined : { choice: "answer", answer };
  }
  const offered = simpleChoices.filter(({ value }) => choices.includes(value));
  if (offered.length === 0) return undefined;
  const rows = [...offered, { value: "later", label: "Decide later" }];
  const reply = await ask(escalation_id, formOf(message, { decision: field("Your decision", rows) }, ["decision"]));
  const chosen = offered.find(({ value }) => value === reply?.["decision"]);
  return chosen && { choice: chosen.value };
}

type SimpleDecision = { choice: "approve" | "retry" | "skip" | "abort" } | { choice: "answer"; answer: string };

const simpleChoices = [
  { value: "approve", label: "Approve the call" },
  { value: "retry", label: "Try again" },
  { value: "skip", label: "Skip the step" },
  { value: "abort", label: "Stop the run" },
] as const;

function toChoice(value: string): { value: string; label: string } {
  return { value, label: value };
}

function field(title: string, choices: readonly { value: string; label: string }[]): Properties[string] {
  if (choices.length === 0) return { type: "string", title };
  return { type: "string", title, oneOf: choices.map(({ value, label }) => ({ const: value, title: label })) };
}

function formOf(message: string, properties: Properties, required: string[]): Form {
  return { message, requestedSchema: { type: "object", properties, required } };
}

function textsIn(reply: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reply).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
