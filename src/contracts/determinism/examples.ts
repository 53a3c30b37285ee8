import type { Json } from "../../plan/json.ts";

/** The contract's own examples; where it names alternatives, one of them. */
export const determinismExamples = {
  plan: {
    steps: [
      {
        step_id: "s1",
        skill: "skill_name",
        params: { url: "https://example.com/users" },
        depends_on: [],
        on_error: "abort",
        retry_count: 3,
      },
    ],
    metadata: {
      planner: "planner_id",
      planner_version: "1.0.0",
      model: "claude-sonnet-4-20250514",
      input_tokens: 1500,
      output_tokens: 200,
      cost_cents: 2,
      generated_at: "2025-12-01T00:00:00Z",
      deterministic: true,
    },
  },
  planWithReferences: {
    steps: [
      { step_id: "s1", skill: "http_call", params: { url: "https://example.com" }, output_key: "page" },
      {
        step_id: "s2",
        skill: "json_transform",
        params: { input: "{{page.body}}" },
        depends_on: ["s1"],
        on_error: "continue",
        retry_count: 0,
      },
      {
        step_id: "s3",
        skill: "llm_invoke",
        params: { prompt: "Summarise {{s2}}" },
        depends_on: ["s2"],
        on_error: "retry",
        retry_count: 5,
      },
    ],
  },
  input: {
    agent_id: "test-agent",
    goal: "Fetch user data from API",
    context_summary: null,
    memory_snippets: [{ text: "the API needs a token" }],
    tool_manifest: [{ skill_id: "skill.http_call", name: "HTTP Call" }],
  },
  output: {
    plan: { steps: [{ step_id: "s1", skill: "echo", params: { message: "hello" } }] },
    metadata: { planner: "stub", version: "1.0.0" },
    deterministic: true,
  },
  error: {
    code: "PLANNER_RATE_LIMITED",
    message: "Planner API rate limited",
    retryable: true,
    details: { retry_after_ms: 5000 },
  },
  registry: {
    stub: {
      class: "app.planner.stub_planner.StubPlanner",
      determinism: "full",
      cost_model: { base_cents: 0, per_call_cents: 0 },
    },
    claude: {
      class: "app.planner.claude_adapter.ClaudeAdapter",
      determinism: "structural",
      cost_model: { base_cents: 0, per_token_cents: 0.003 },
    },
  },
  replayRequest: { run_id: "run-1", mode: "mock_replay" },
  replayReport: {
    run_id: "run-1",
    replay_id: "run-2",
    mode: "mock_replay",
    plan_hash: "8412fa735c60961c8412fa735c60961c8412fa735c60961c8412fa735c60961c",
    steps_compared: 3,
    matches: false,
    first_divergence: { step_id: "s2", aspect: "status", recorded: "completed", replayed: "failed" },
    divergences: [{ step_id: "s2", aspect: "status", recorded: "completed", replayed: "failed" }],
  },
} satisfies Record<string, Json>;
