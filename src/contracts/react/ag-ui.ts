import type { ReactEvent } from "./react-event.ts";

/** An event of the AG-UI protocol. */
export type AgUiEvent = { type: string } & Readonly<Record<string, unknown>>;

/** Converts a run's events to AG-UI events. Every started message is ended. */
export function createAgUi(run: { requestId: string }): (event: ReactEvent) => AgUiEvent[] {
  let ids = { threadId: run.requestId, runId: run.requestId };
  let open: OpenMessage | undefined;
  /** The last turn with streamed deltas. */
  let pieced = -1;
  const close = (): AgUiEvent[] => {
    const ended = open === undefined ? [] : endOf(open);
    open = undefined;
    return ended;
  };
  const piece = (kind: OpenMessage["kind"], turn: number, delta: string): AgUiEvent[] => {
    const id = `${run.requestId}:${kind}:${turn}`;
    const begun = open?.id === id ? [] : [...close(), ...startOf({ kind, id })];
    open = { kind, id };
    pieced = turn;
    return delta === "" ? begun : [...begun, { type: contentType[kind], messageId: id, delta }];
  };
  return (event) => {
    switch (event.type) {
      case "start":
        ids = { ...ids, threadId: event.session_id ?? run.requestId };
        return [{ type: "RUN_STARTED", ...ids }];
      case "thought_delta":
        return piece("reasoning", event.turn, event.text);
      case "text_delta":
        return piece("text", event.turn, event.text);
      case "thought":
        // A thought without deltas is sent as one message.
        return event.turn === pieced ? close() : [...piece("reasoning", event.turn, event.text), ...close()];
      case "answer":
        return close();
      case "action":
        return [...close(), ...toolCall(run.requestId, event)];
      case "observation":
        return [toolResult(run.requestId, event)];
      case "dropped":
        return [{ type: "CUSTOM", name: "observations_dropped", value: { observations: event.observations } }];
      case "end":
        return [...close(), lastOf(ids, event.response)];
      default:
        return event satisfies never;
    }
  };
}

type OpenMessage = { kind: "reasoning" | "text"; id: string };

const contentType = { reasoning: "REASONING_MESSAGE_CONTENT", text: "TEXT_MESSAGE_CONTENT" } as const;

function startOf({ kind, id: messageId }: OpenMessage): AgUiEvent[] {
  if (kind === "text") return [{ type: "TEXT_MESSAGE_START", messageId, role: "assistant" }];
  return [
    { type: "REASONING_START", messageId },
    { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
  ];
}

function endOf({ kind, id: messageId }: OpenMessage): AgUiEvent[] {
  if (kind === "text") return [{ type: "TEXT_MESSAGE_END", messageId }];
  return [
    { type: "REASONING_MESSAGE_END", messageId },
    { type: "REASONING_END", messageId },
  ];
}

function toolCall(
  requestId: string,
  { step_index: step, tool_id: toolCallName, input }: ReactEventOf<"action">,
): AgUiEvent[] {
  const toolCallId = `${requestId}:call:${step}`;
  return [
    { type: "TOOL_CALL_START", toolCallId, toolCallName },
    { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify(input) },
    { type: "TOOL_CALL_END", toolCallId },
  ];
}

function toolResult(requestId: string, { step_index: step, observation }: ReactEventOf<"observation">): AgUiEvent {
  const content = JSON.stringify(observation.ok ? observation.output : { error: observation.error });
  const messageId = `${requestId}:result:${step}`;
  return { type: "TOOL_CALL_RESULT", messageId, toolCallId: `${requestId}:call:${step}`, content, role: "tool" };
}

/** AG-UI ends a run with RUN_FINISHED or RUN_ERROR; a failed run has an answer too. */
function lastOf(ids: { threadId: string; runId: string }, response: ReactEventOf<"end">["response"]): AgUiEvent {
  if (response.status === "ok") return { type: "RUN_FINISHED", ...ids, result: response };
  const { code, message } = response.error;
  return { type: "RUN_ERROR", code, message, rawEvent: response };
}

type ReactEventOf<Type extends ReactEvent["type"]> = Extract<ReactEvent, { type: Type }>;
