import { canonicalText } from "../src/plan/canonical.ts";
import { contentHash, contentHashFull, type PlanInput, planInputHash } from "../src/plan/hash.ts";
import { parseJsonText } from "../src/plan/json-text.ts";
import type { Generated } from "./generated.ts";
import { canonicalCases, planInputCases, refusedCases } from "./vector-cases.ts";

/** Published so that another implementation can prove itself equal: JSON text in, canonical text and hashes out. */
export function canonicalVectors(): Generated[] {
  return [
    {
      path: "schemas/vectors/canonical.json",
      text: toText({
        description:
          "Canonical JSON and content hash (SHA-256 of its UTF-8 bytes). `input` is JSON text; `canonical` its only form. " +
          "Where `code` stands instead, the text is refused at `pointer`.",
        vectors: [...canonicalCases.map(accepted), ...refusedCases.map(refusedVector)],
      }),
    },
    {
      path: "schemas/vectors/plan-input-hash.json",
      text: toText({
        description: "plan_input_hash of the planner determinism contract. Fields that are absent were not given.",
        vectors: planInputCases.map(({ name, ...input }) => ({ name, input: wire(input), hash: planInputHash(input) })),
      }),
    },
  ];
}

function accepted([name, input]: readonly [string, string]): object {
  const parsed = parseJsonText(input);
  if (!parsed.ok) throw new Error(`vector ${name} is refused: ${parsed.issues[0]?.message}`);
  const { value } = parsed;
  return { name, input, canonical: canonicalText(value), hash: contentHash(value), hash_full: contentHashFull(value) };
}

function refusedVector([name, input]: readonly [string, string]): object {
  const parsed = parseJsonText(input);
  if (parsed.ok) throw new Error(`vector ${name} is accepted`);
  const [issue] = parsed.issues;
  return { name, input, code: issue?.code, pointer: issue?.pointer };
}

function wire(input: PlanInput): object {
  return {
    agent_id: input.agentId,
    goal: input.goal,
    context_summary: input.contextSummary,
    memory_snippets: input.memorySnippets,
    tool_manifest: input.toolManifest,
  };
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
