import type { Json } from "../../plan/json.ts";

const action = {
  toolkit: "attio",
  tool_slug: "ATTIO_UPDATE_RECORD",
  args: { record_id: "deal-17", stage: "paused" },
  read_only: false,
  idempotency_scope: "attio:update_deal_stage:deal-17:paused",
  preview: "Сделка «Ромашка»: Переговоры → На паузе",
};

const plan = {
  plan_id: "plan-1",
  intent: "mutate",
  domain: "attio",
  summary: "Перевести сделку «Ромашка» на паузу",
  language: "ru",
  inputs: {
    raw_text: "Переведи сделку Ромашка в paused",
    voice: { file_id: "AwACAgI", transcript: "Переведи сделку Ромашка в паузу", confidence: 0.93 },
  },
  entities: [
    {
      kind: "deal",
      query: "Ромашка",
      candidates: [
        { id: "deal-17", name: "Ромашка", subtitle: "Переговоры, ООО «Ромашка»", url: "https://app.attio.com/deal-17" },
        { id: "deal-18", name: "Ромашка 2", subtitle: "Новый лид", url: "https://app.attio.com/deal-18" },
      ],
      selected_id: "deal-17",
      confidence: 0.9,
    },
  ],
  actions: [action],
  needs_clarification: [
    {
      id: "q1",
      question: "Указать причину паузы?",
      choices: [{ label: "Нет", value: "no" }],
      free_text_allowed: true,
    },
  ],
  risks: [{ kind: "ambiguous", details: "Есть две сделки с похожим именем" }],
} satisfies Json;

/** The contract describes its shapes without an example; these use every field of it once. */
export const actionsExamples = {
  plan,
  query: {
    plan_id: "plan-2",
    intent: "query",
    domain: "linear",
    summary: "Open issues of the project",
    language: "en",
    inputs: { raw_text: "what is open in Website?" },
    entities: [],
    actions: [
      {
        toolkit: "linear",
        tool_slug: "LINEAR_LIST_LINEAR_ISSUES",
        args: {},
        read_only: true,
        idempotency_scope: "linear:list_issues:website",
        preview: "List the open issues",
      },
    ],
    needs_clarification: [],
    risks: [],
  },
  draft: {
    draft_id: "0198b1f0-7c1e-7cc2-9a55-0d7bb4a7f001",
    revision: 1,
    revision_id: "0198b1f0-7c1e-7cc2-9a55-0d7bb4a7f002",
    author_id: "tg:1001",
    plan,
    actions: [
      {
        action_id: "a1",
        action,
        action_hash: "9504d8acaa49e4599504d8acaa49e4599504d8acaa49e4599504d8acaa49e459",
        outcome: { status: "PENDING" },
      },
    ],
    manifest_hash: "b683fb7c0aab8643b683fb7c0aab8643b683fb7c0aab8643b683fb7c0aab8643",
    created_at: "2026-01-12T09:00:00Z",
    expires_at: "2026-01-12T09:10:00Z",
    status: "DRAFT",
  },
  decision: {
    draft_id: "0198b1f0-7c1e-7cc2-9a55-0d7bb4a7f001",
    revision: 1,
    verdict: "apply",
    by: "tg:1001",
    at: "2026-01-12T09:01:00Z",
  },
} satisfies Record<string, Json>;
