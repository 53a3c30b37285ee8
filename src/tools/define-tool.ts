import { z } from "zod";
import { schemaOf } from "../contracts/json-schema.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import type { JsonSchema } from "../plan/tool-spec.ts";
import type { ChangePreview, ReadBack } from "../ports/verbs.ts";
import { ToolError } from "./tool-error.ts";
import { ruledSpec, type ToolRules } from "./tool-rules.ts";
import type { LostEffect, Tool, ToolContext } from "./tool.ts";

type SchemaSource = z.ZodType | JsonSchema;
export type ToolArgs<S> = S extends z.ZodType ? z.output<S> : JsonObject;
export type ToolAnswer<S> = S extends z.ZodType ? z.input<S> : Json;

/** A tool written in code. Arguments and answer are typed by the zod schemas; a JSON Schema gives plain JSON. */
export type ToolDefinition<Input extends SchemaSource, Output extends SchemaSource> = {
  name: string;
  description: string;
  input: Input;
  output?: Output;
  isUnplanned?: true;
  run(args: ToolArgs<Input>, context: ToolContext): ToolAnswer<Output> | Promise<ToolAnswer<Output>>;
  readBack?(effect: LostEffect, context: ToolContext): ReadBack | Promise<ReadBack>;
  /** Previews a write with these arguments; must only read. */
  previewChange?(args: ToolArgs<Input>, context: ToolContext): Promise<ChangePreview | undefined>;
} & ToolRules;

/** Builds a tool from its definition: the schemas become JSON Schema, and `run` gets parsed arguments. */
export function defineTool<Input extends SchemaSource, Output extends SchemaSource = JsonSchema>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { input, output } = definition;
  const preview = definition.previewChange?.bind(definition);
  return {
    spec: {
      ...ruledSpec({
        name: definition.name,
        description: definition.description,
        inputSchema: toSchema(input, "input"),
        outputSchema: output && toSchema(output, "output"),
        source: "code",
        rules: definition,
        canReadBack: definition.readBack !== undefined,
      }),
      ...(definition.isUnplanned === true && { isUnplanned: true }),
    },
    async run(payload, context) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the conditional type follows `input`, which cannot be narrowed
      const answer = await definition.run(parseArgs(input, payload) as ToolArgs<Input>, context);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the conditional type follows `output`, which cannot be narrowed
      return (isZod(output) ? parseAnswer(output, answer) : answer) as Json;
    },
    ...(definition.readBack === undefined
      ? {}
      : { readBack: async (effect, context) => definition.readBack?.(effect, context) ?? noReadBack }),
    ...(preview !== undefined && {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in `run`
      previewChange: async (payload, context) => preview(parseArgs(input, payload) as ToolArgs<Input>, context),
    }),
  };
}

const noReadBack: ReadBack = { state: "unknowable", reason: "the tool declares no read-back" };

function isZod(shape: SchemaSource | undefined): shape is z.ZodType {
  return shape instanceof z.ZodType;
}

function toSchema(shape: SchemaSource, io: "input" | "output"): JsonSchema {
  return isZod(shape) ? schemaOf(shape, io) : shape;
}

function parseArgs(input: SchemaSource, payload: JsonObject): unknown {
  if (!isZod(input)) return payload;
  const parsed = input.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new ToolError("invalid_payload", renderIssue(parsed.error));
}

function parseAnswer(output: z.ZodType, answer: unknown): unknown {
  const parsed = output.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ToolError("invalid_output", renderIssue(parsed.error));
}

function renderIssue({ issues: [first] }: z.ZodError): string {
  const place = (first?.path ?? []).map((key) => `/${String(key)}`).join("");
  return `${place === "" ? "the whole" : place}: ${first?.message ?? "does not fit"}`;
}
