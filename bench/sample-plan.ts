import type { Json, JsonObject } from "../src/plan/json.ts";

/** A plan of the determinism contract as planners make them: mixed tools, references, some text beyond ASCII. */
export function samplePlan(steps: number): JsonObject {
  return {
    steps: Array.from({ length: steps }, (_, at) => sampleStep(at + 1)),
    metadata: {
      planner: "grammar",
      planner_version: "1.0.0",
      model: "none",
      input_tokens: 1500,
      output_tokens: 200,
      cost_cents: 2,
      generated_at: "2025-12-01T00:00:00Z",
      deterministic: true,
    },
  };
}

function sampleStep(number: number): Json {
  const [skill, params] = call(number);
  return {
    step_id: `s${number}`,
    skill,
    params,
    depends_on: number > 1 ? [`s${number - 1}`] : [],
    on_error: "retry",
    retry_count: 3,
    output_key: `result_${number}`,
  };
}

function call(number: number): [skill: string, params: Json] {
  const before = number > 1 ? number - 1 : 1;
  switch (number % 3) {
    case 1:
      return [
        "http_call",
        {
          url: `https://api.example.com/v1/quotes/Q-${1000 + number}?expand=lines`,
          method: "GET",
          headers: { Accept: "application/json", "X-Tenant": "acme" },
          timeout_ms: 30_000,
        },
      ];
    case 2:
      return [
        "json_transform",
        { input: `{{s${before}.body.lines}}`, pick: ["sku", "quantity", "unit_price"], limit: 50 },
      ];
    default:
      return [
        "llm_invoke",
        {
          prompt: `Summarise quote Q-${1000 + number} for the vendor in two sentences.\nKeep every price («цена») as it is.`,
          context: `{{result_${before}}}`,
          temperature: 0.2,
          max_tokens: 512,
        },
      ];
  }
}
