import type {
  ActionPlan,
  Candidate,
  ClarificationQuestion,
  EntityRef,
  ToolAction,
} from "../../../src/contracts/actions/plan.ts";
import type { ActionPlanner, ActionRequest } from "../../../src/ports/action-planner.ts";
import type { Workspace } from "../../../src/demo/workspace.ts";

/**
 * A planner for tests of the chat: it understands a handful of sentences and looks into the workspace itself, so that what
 * a card shows does not depend on how well words are understood.
 */
export function createScriptedPlanner(workspace: () => Workspace): ActionPlanner {
  return {
    id: "scripted",
    version: "1",
    async plan(request) {
      const { text } = request;
      const base = planOf(request);
      const paused = /^(.+) на паузу$/u.exec(text)?.[1];
      if (paused !== undefined) {
        const moves = paused.split(" и ").map((query) => moved(base, request, { query, workspace: workspace() }));
        return { ...base, ...moves[0], ...(moves.length > 1 && { actions: moves.flatMap(({ actions }) => actions) }) };
      }
      if (text === "важное дело") return sure(base, request);
      if (text === "загадка") return { ...base, needs_clarification: riddles(request) };
      const task = /^(?:Сделай задачу|задача): (.+)$/su.exec(text)?.[1];
      if (task !== undefined) return { ...base, summary: "Новая задача", actions: [issue(task)] };
      const dropped = /^удали (\S+)$/u.exec(text)?.[1];
      if (dropped !== undefined)
        return {
          ...base,
          actions: [action("LINEAR_DELETE_LINEAR_ISSUE", { issue_id: dropped }, `Удалить ${dropped}`)],
        };
      if (text === "kickoff") return kickoff(base);
      if (text === "задача") return asked(base, request);
      if (text === "воронка" || text === "pipeline") return query(base);
      return { ...base, domain: "unknown", summary: "Непонятно", needs_clarification: [rephraseQuestion] };
    },
  };
}

function planOf({ text, voice }: ActionRequest): ActionPlan {
  return {
    plan_id: `plan:${text}`,
    intent: "mutate",
    domain: "mixed",
    summary: text.slice(0, 60),
    language: "ru",
    inputs: { raw_text: text, ...(voice !== undefined && { voice }) },
    entities: [],
    actions: [],
    needs_clarification: [],
    risks: [],
  };
}

function moved(
  base: ActionPlan,
  { picks = [] }: ActionRequest,
  { query, workspace }: { query: string; workspace: Workspace },
): ActionPlan {
  const found = workspace.records.filter(
    ({ object, values }) => object === "deals" && textOf(values["name"]).toLowerCase().includes(query.toLowerCase()),
  );
  const candidates = found.map(({ id, values, web_url }): Candidate => {
    return { id, name: textOf(values["name"]), subtitle: textOf(values["stage"]), url: web_url };
  });
  const picked = picks.find((pick) => pick.query === query)?.id ?? (found.length === 1 ? found[0]?.id : undefined);
  const entity: EntityRef = {
    kind: "deal",
    query,
    candidates,
    confidence: 0.9,
    ...(picked !== undefined && { selected_id: picked }),
  };
  if (picked === undefined) {
    const kind = candidates.length > 1 ? "ambiguous" : "missing_required";
    return { ...base, entities: [entity], risks: [{ kind, details: query }] };
  }
  const args = { object_type: "deals", record_id: picked, values: { stage: "paused" } };
  return { ...base, entities: [entity], actions: [action("ATTIO_UPDATE_RECORD", args, `${query} → На паузе`)] };
}

function asked(base: ActionPlan, { answers = {} }: ActionRequest): ActionPlan {
  const [title, priority] = [answers["title"], answers["priority"]];
  if (title === undefined || priority === undefined)
    return { ...base, needs_clarification: [titleQuestion, priorityQuestion].filter(({ id }) => !(id in answers)) };
  return { ...base, actions: [issue(title, { priority: Number(priority) })] };
}

const titleQuestion = { id: "title", question: "Что нужно сделать?", choices: [], free_text_allowed: true };
const rephraseQuestion = { id: "rephrase", question: "Что сделать?", choices: [], free_text_allowed: true };
const priorityQuestion = {
  id: "priority",
  question: "Какой приоритет?",
  choices: [
    { label: "Срочно", value: "1" },
    { label: "Обычный", value: "3" },
  ],
  free_text_allowed: false,
};

/** Three questions, and a new one for each that is answered. */
function riddles({ answers = {} }: ActionRequest): ClarificationQuestion[] {
  return Array.from({ length: 3 }, (_, at) => `вопрос ${Object.keys(answers).length + at + 1}`).map((id) => {
    return { id, question: `${id}?`, choices: [], free_text_allowed: true };
  });
}

function sure(base: ActionPlan, { answers = {} }: ActionRequest): ActionPlan {
  const [chosen] = Object.values(answers);
  if (chosen !== undefined) return { ...base, actions: [issue(`Выбрано: ${chosen}`)] };
  const choices = ["да", "нет"].map((label) => ({ label, value: label }));
  return {
    ...base,
    needs_clarification: [{ id: "sure", question: "Важное?", choices, free_text_allowed: false }],
  };
}

function kickoff(base: ActionPlan): ActionPlan {
  const actions = Array.from({ length: 12 }, (_, at) => issue(`Ромашка: этап ${at + 1}`));
  return { ...base, actions, risks: [{ kind: "bulk", details: "12" }] };
}

function query(base: ActionPlan): ActionPlan {
  const list = { ...action("ATTIO_LIST_RECORDS", { object_type: "deals" }, "Все сделки"), read_only: true };
  return { ...base, intent: "query", summary: "Все сделки", actions: [list] };
}

function issue(title: string, more: ToolAction["args"] = {}): ToolAction {
  return action("LINEAR_CREATE_LINEAR_ISSUE", { team_id: "team_studio", title, ...more }, title);
}

function action(tool_slug: string, args: ToolAction["args"], preview: string): ToolAction {
  const toolkit = tool_slug.startsWith("ATTIO") ? "attio" : "linear";
  return { toolkit, tool_slug, args, read_only: false, idempotency_scope: `${tool_slug}:${preview}`, preview };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
