import { z } from "zod";
import { isJsonObject, type Json, type JsonObject, toJson } from "../plan/json.ts";
import { redactText } from "../plan/redact.ts";
import type { Model, ModelAnswer, ModelMessage, ModelRequest, ModelResult, ToolCall } from "../ports/model.ts";
import type { Player } from "./player.ts";
import { redactJson } from "./redact-json.ts";
import { type TapeLine, tapeKey } from "./tape.ts";

export type WriteLine = (line: TapeLine) => void;

/** Failures that the caller or Planwright caused, not the model. */
const notFromModel = new Set(["aborted", "budget", "no_recording"]);

/** Records the calls of a model. */
export function recordModel(model: Model, write: WriteLine): Model {
  return {
    async call(request, call) {
      const result = await model.call(request, call);
      if (result.ok || !notFromModel.has(result.failure.code)) {
        const asked = toTape(request);
        write({
          kind: "model",
          key: tapeKey("model", asked),
          request: asked,
          result: redactResult(result, call.unlogged),
        });
      }
      return result;
    },
  };
}

/** Answers model calls from a cassette only. */
export function playModel(player: Player): Model {
  return {
    async call(request, { signal, onDelta }) {
      if (signal.aborted) return failed("aborted", "the caller cancelled the call");
      const found = player.take("model", toTape(request));
      if ("missing" in found) return failed("no_recording", found.missing);
      const result = RecordedResult.parse(found.result);
      if (result.ok) {
        const { thought = "", text } = result.answer;
        if (thought !== "") onDelta?.({ kind: "thought", text: thought });
        if (text !== "") onDelta?.({ kind: "text", text });
      }
      return result;
    },
  };
}

/** Cassettes are files: only what `recordModel` writes is accepted. */
const RecordedResult = z.custom<ModelResult>(
  (result) => isJsonObject(result) && isJsonObject(result["ok"] === true ? result["answer"] : result["failure"]),
);

function failed(code: "aborted" | "no_recording", message: string): ModelResult {
  return { ok: false, failure: { code, message, retryable: false } };
}

/** The recorded request: everything that decides the answer, redacted. */
function toTape(request: ModelRequest): JsonObject {
  return toJson({ temperature: 0, ...request, messages: request.messages.map(redactMessage) });
}

function redactMessage(message: ModelMessage): ModelMessage {
  const content = redactText(message.content);
  if (message.role !== "assistant" || message.calls === undefined) return { ...message, content };
  return { ...message, content, calls: message.calls.map(redactCall) };
}

function redactCall(call: ToolCall): ToolCall {
  return { ...call, args: redactJson(call.args) };
}

/** Thoughts that may not be logged are not recorded: nothing depends on them. */
function redactResult(result: ModelResult, unlogged = false): JsonObject {
  if (!result.ok) return { ok: false, failure: redactJson(toJson(result.failure)) };
  const { answer } = result;
  const { thought, ...rest } = answer;
  const clean: ModelAnswer = {
    ...rest,
    text: redactText(answer.text),
    ...(thought !== undefined && !unlogged && { thought: redactText(thought) }),
    calls: answer.calls.map(redactCall),
  };
  return { ok: true, answer: toJson(clean) satisfies Json };
}
