import type { Json } from "../../plan/json.ts";

/** The contract's own examples; where it names alternatives, one of them. */
export const reactExamples = {
  request: {
    request_id: "5b0f7a52-6c7b-4b3c-9e53-6c2f3a3c9f10",
    caller: "hub",
    goal: {
      type: "chat",
      description: "Human-readable goal text",
      metadata: { user_message: "optional raw user text", mode: "brain", tags: ["juniper", "orion", "autonomy"] },
    },
    context: {
      conversation_history: [{ role: "user", content: "..." }],
      orion_state_snapshot: {
        version: "v1",
        themes: ["emergent_orion", "juniper_care"],
        curiosity: { emergent_orion: 0.8 },
        strain: { juniper_care: 0.3 },
        notes: "freeform state summary if needed",
      },
      external_facts: { collapse_ids: ["..."], dream_ids: ["..."], other_ids: ["..."] },
    },
    toolset: [
      {
        tool_id: "recall.fetch_context",
        description: "Fetch semantically relevant fragments from recall store.",
        input_schema: { type: "object" },
        output_schema: { type: "object" },
      },
      {
        tool_id: "sim.markov_next_theme",
        description: "Run Markov step to choose next theme.",
        input_schema: { type: "object" },
        output_schema: { type: "object" },
      },
    ],
    limits: { max_steps: 8, max_tokens_reason: 2048, max_tokens_answer: 1024, timeout_seconds: 60 },
    preferences: { style: "warm", allow_internal_thought_logging: true, return_trace: true },
  },
  daemonRequest: {
    request_id: "generated-uuid",
    caller: "agent-daemon",
    goal: {
      type: "agent_task",
      description: "Expanded from agent.goal_template + context",
      metadata: { agent_id: "agent.collapse_autowriter" },
    },
    context: {
      conversation_history: [],
      orion_state_snapshot: { "...": "..." },
      external_facts: { collapse_ids: ["..."] },
    },
    toolset: [{ tool_id: "recall.fetch_context" }, { tool_id: "brain.chat" }, { tool_id: "collapse.write_entry" }],
    limits: { max_steps: 6, timeout_seconds: 45 },
    preferences: { style: "warm", return_trace: true },
  },
  response: {
    request_id: "5b0f7a52-6c7b-4b3c-9e53-6c2f3a3c9f10",
    status: "ok",
    final_answer: {
      content: "string: what hub shows or the agent consumes",
      structured: { optional_structured_payload: "..." },
    },
    trace: [
      { step_index: 0, thought: "LLM reasoning (internal monologue)", action: null, observation: null },
      {
        step_index: 1,
        thought: "I should fetch context first.",
        action: { tool_id: "recall.fetch_context", input: { query: "...", limit: 10 } },
        observation: { ok: true, output: { fragments: ["..."] } },
      },
      {
        step_index: 2,
        thought: "Given context, now call brain.chat for a response.",
        action: { tool_id: "brain.chat", input: { prompt: "..." } },
        observation: { ok: true, output: { message: "..." } },
      },
    ],
    usage: {
      steps: 3,
      tokens_reason: 1500,
      tokens_answer: 200,
      tools_called: ["recall.fetch_context", "brain.chat"],
      duration_ms: 5400,
    },
  },
  timedOut: {
    request_id: "r-2",
    status: "timeout",
    error: { code: "timeout", message: "60 seconds are over" },
    final_answer: { content: "So far: the recall store has nothing about it." },
    trace: [
      {
        step_index: 0,
        thought: null,
        action: { tool_id: "recall.fetch_context", input: {} },
        observation: { ok: false, error: { code: "timeout", message: "no answer within the verb's time" } },
      },
    ],
    usage: {
      steps: 1,
      tokens_reason: 90,
      tokens_answer: 0,
      tools_called: ["recall.fetch_context"],
      duration_ms: 60000,
    },
  },
  verbCall: {
    verb_id: "recall.fetch_context",
    payload: { query: "..." },
    request_id: "r-1",
    caller: "planner-react",
  },
  verbAnswer: { ok: true, output: { fragments: ["..."] }, error: null },
  agentProfile: {
    id: "agent.collapse_autowriter",
    description: "Writes autonomous Collapse Mirrors at key moments.",
    goal_template: {
      type: "agent_task",
      description: "Write a Collapse Mirror summarizing recent key events between Juniper and Orion.",
      metadata: { tags: ["collapse", "reflection", "juniper", "orion"] },
    },
    toolset: ["recall.fetch_context", "brain.chat", "collapse.write_entry"],
    triggers: {
      time: [{ cron: "0 2 * * *", timezone: "America/Denver" }],
      events: [{ channel: "orion:hub:session_end", conditions: { min_duration_sec: 300 } }],
      state: [{ selector: "orion_state.curiosity.emergent_orion", op: ">", value: 0.7 }],
    },
    limits: {
      max_runs_per_day: 3,
      min_interval_seconds: 1800,
      max_concurrent_runs: 1,
      planner_limits: { max_steps: 6, timeout_seconds: 45, max_tokens_reason: 2048, max_tokens_answer: 512 },
    },
    autonomy_level: 0,
    outputs: {
      collapse_entry: { enabled: true, topic: "autonomous-reflection" },
      notify_hub: { enabled: true, mode: "on_next_login" },
    },
    metadata: { owner: "juniper", tags: ["spark", "reflection", "safe"] },
  },
  agentList: {
    agents: [
      {
        id: "agent.collapse_autowriter",
        enabled: true,
        autonomy_level: 0,
        last_run: "2025-12-07T02:13:00Z",
        next_scheduled_run: "2025-12-08T02:00:00Z",
        status: "idle",
      },
    ],
  },
  runOnce: { override_goal_description: "optional new goal text", extra_context: { debug: true } },
  runRecord: {
    run_id: "uuid",
    agent_id: "agent.collapse_autowriter",
    started_at: "2025-12-07T02:13:00Z",
    finished_at: "2025-12-07T02:13:11Z",
    status: "success",
    planner_request_id: "...",
    goal: { description: "...", metadata: { "...": "..." } },
    toolset: ["recall.fetch_context", "brain.chat", "collapse.write_entry"],
    result_summary: {
      final_answer_excerpt: "first 200 chars...",
      written_collapse_id: "optional-id",
      notifications_sent: true,
    },
    usage: { planner_steps: 4, tokens_reason: 1200, tokens_answer: 300, duration_ms: 11000 },
  },
  collapseEntry: {
    observer: "orion",
    trigger: "orion:hub:session_end",
    observer_state: ["reflective"],
    field_resonance: "a long evening of questions",
    type: "autonomous-reflection",
    emergent_entity: "a habit of asking twice",
    summary: "Two sessions ended on the same question.",
    mantra: "Ask, then listen.",
  },
} satisfies Record<string, Json>;
