import { readEvents } from "../../../../src/client/events.ts";
import { ReactEvent } from "../../../../src/contracts/react/react-event.ts";
import { ProblemError } from "../../../../src/client/index.ts";
import { Problem } from "../../../../src/contracts/problem.ts";
import { api, fetchAsUser } from "../../live/api.ts";
import { isFields } from "../../plan/shown-step.ts";

/** A ReAct run as it is shown while it streams. */
export type ReactReply = {
  /** The answer so far; its tokens arrive one by one where the model streams. */
  text: string;
  /** The tools it has called. */
  tools: readonly string[];
  isDone: boolean;
};

export const noReply: ReactReply = { text: "", tools: [], isDone: false };

type Question = { id: string; session: string; text: string; onChange: (reply: ReactReply) => void };

/** Answers a question by a ReAct run with all tools that only read, and reports the reply as it grows. */
export async function streamReact({ id, session, text, onChange }: Question): Promise<void> {
  const { tools } = await api.listTools();
  const body = {
    request_id: id,
    goal: { description: text, metadata: { user_message: text } },
    context: { session_id: session },
    toolset: tools.filter(({ effect }) => effect === "read").map(({ name }) => ({ tool_id: name })),
    limits: { max_steps: 8 },
  };
  const response = await fetchAsUser("/plan/react", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new ProblemError(Problem.parse(await response.json()));
  let reply = noReply;
  let turn = -1;
  for await (const { event: kind, data } of readEvents(response)) {
    if (kind === "gap" || !isFields(data)) continue;
    const { seq: _, ...rest } = data;
    const event = ReactEvent.parse(rest);
    const isSameTurn = "turn" in event && event.turn === turn;
    if ("turn" in event) turn = event.turn;
    reply = withEvent(isSameTurn ? reply : { ...reply, text: "" }, event);
    onChange(reply);
  }
}

/** Text turns out to be a thought when a call follows it. */
function withEvent(reply: ReactReply, event: ReactEvent): ReactReply {
  switch (event.type) {
    case "text_delta":
      return { ...reply, text: reply.text + event.text };
    case "action":
      return { ...reply, text: "", tools: [...reply.tools, event.tool_id] };
    case "answer":
      return { ...reply, text: event.final_answer.content };
    case "end": {
      const { final_answer: answer, error } = event.response;
      return { ...reply, text: answer.content || (error?.message ?? ""), isDone: true };
    }
    default:
      return reply;
  }
}
