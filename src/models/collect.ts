import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { parseJsonText } from "../plan/json-text.ts";
import type { Json } from "../plan/json.ts";
import type { ModelAnswer, ModelDelta, ModelRequest, ModelStop, ToolCall } from "../ports/model.ts";
import { estimateTokens, requestTokens } from "./tokens.ts";
import { createThinkSplitter } from "./think-tags.ts";
import type { ToolNames } from "./tool-names.ts";

/** Assembles an answer from its parts. */
type Collector = {
  text(piece: string): void;
  thought(piece: string): void;
  call(call: { toolCallId: string; toolName: string; input: string }): void;
  finish(reason: LanguageModelV4FinishReason, usage: LanguageModelV4Usage): ModelAnswer;
};

type CollectorOptions = {
  request: ModelRequest;
  names: ToolNames;
  onDelta?: ((delta: ModelDelta) => void) | undefined;
};

function createCollector({ request, names, onDelta }: CollectorOptions): Collector {
  const said = { text: "", thought: "" };
  const calls: ToolCall[] = [];
  const splitter = createThinkSplitter();
  const emit = (deltas: readonly ModelDelta[]): void => {
    for (const delta of deltas) {
      said[delta.kind] += delta.text;
      onDelta?.(delta);
    }
  };
  return {
    text: (piece) => emit(splitter.feed(piece)),
    thought: (piece) => emit(piece === "" ? [] : [{ kind: "thought", text: piece }]),
    call: ({ toolCallId, toolName, input }) =>
      void calls.push({ id: toolCallId, name: names.from(toolName), args: parseArgs(input) }),
    finish(reason, usage) {
      emit(splitter.end());
      const spoken = said.text + said.thought + (calls.length === 0 ? "" : JSON.stringify(calls));
      return {
        text: said.text,
        ...(said.thought !== "" && { thought: said.thought }),
        calls,
        stop: calls.length > 0 && reason.unified === "stop" ? "calls" : stops[reason.unified],
        usage: {
          model: request.model,
          inputTokens: validCount(usage.inputTokens.total) ?? requestTokens(request),
          outputTokens: validCount(usage.outputTokens.total) ?? estimateTokens(spoken),
        },
      };
    },
  };
}

/** A complete answer, or undefined if the model did not finish. */
export function collectWhole(
  {
    content,
    finishReason,
    usage,
  }: {
    content: readonly LanguageModelV4Content[];
    finishReason: LanguageModelV4FinishReason;
    usage: LanguageModelV4Usage;
  },
  watched: CollectorOptions,
): ModelAnswer | undefined {
  const collector = createCollector(watched);
  for (const part of content)
    if (part.type === "text") collector.text(part.text);
    else if (part.type === "reasoning") collector.thought(part.text);
    else if (part.type === "tool-call") collector.call(part);
  return isIncomplete(finishReason) ? undefined : collector.finish(finishReason, usage);
}

/** A streamed answer, or undefined if the stream ended early. Throws errors of the stream. */
export async function collectStream(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
  watched: CollectorOptions,
): Promise<ModelAnswer | undefined> {
  const collector = createCollector(watched);
  let answer: ModelAnswer | undefined;
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") collector.text(part.delta);
    else if (part.type === "reasoning-delta") collector.thought(part.delta);
    else if (part.type === "tool-call") collector.call(part);
    // Without a finish reason the connection broke, not the answer.
    else if (part.type === "finish" && part.finishReason.raw !== undefined && !isIncomplete(part.finishReason))
      answer = collector.finish(part.finishReason, part.usage);
  }
  return answer;
}

const stops: Record<LanguageModelV4FinishReason["unified"], ModelStop> = {
  stop: "end",
  length: "length",
  "content-filter": "filtered",
  "tool-calls": "calls",
  error: "other",
  interrupted: "other",
  other: "other",
};

function isIncomplete({ unified }: LanguageModelV4FinishReason): boolean {
  return unified === "error" || unified === "interrupted";
}

/** Ignores reported counts that cannot be right. */
function validCount(tokens: number | undefined): number | undefined {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined;
}

/** Arguments that are not JSON stay text; validation rejects them. */
function parseArgs(input: string): Json {
  const parsed = parseJsonText(input.trim() === "" ? "{}" : input);
  return parsed.ok ? parsed.value : input;
}
