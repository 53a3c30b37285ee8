import type { ModelRequest } from "../../../../src/ports/model.ts";
import type { ScriptTurn } from "../../../../src/testing/scripted-model.ts";
import { WriteBody } from "./crm-http.ts";
import type { WorldCall } from "./deed.ts";

/** The answer of the model once it has seen that the write happened. */
export const done = "It is done.";

/** What one answer of the model costs its caller. */
export const usage = { inputTokens: 40, outputTokens: 20 };

/**
 * A model that writes once and then is done; what was not sent it asks for again. What it writes is in the goal (`write <marker> <how>`), or is the agent
 * with what set it off.
 */
export function answerAsModel(
  keep: (deed: WorldCall) => void,
  now: () => number,
): (request: ModelRequest) => ScriptTurn {
  return (request) => {
    const asked = request.messages.find(({ role }) => role === "user")?.content ?? "";
    const { marker, how } = wanted(asked);
    keep({ at: now(), what: "charged", marker, ...usage });
    const tool = request.tools?.find(({ name }) => name === "world_add" || name === "world_post");
    const seen = request.messages.findLast(({ role }) => role === "tool")?.content;
    const mayAgain = seen === undefined || /"code":"(unavailable|not_sent)"/.test(seen);
    if (tool === undefined || !mayAgain)
      return { text: seen?.includes('"error"') === true ? "It failed." : done, usage };
    return { calls: [{ name: tool.name, args: { marker, how } }], usage };
  };
}

function wanted(text: string): { marker: string; how: string } {
  const [, marker, how] = /^write (\S+) (\S+)/m.exec(text) ?? [];
  if (marker !== undefined && how !== undefined) return WriteBody.parse({ marker, how });
  const agent = /"agent_id":"([^"]+)"/.exec(text)?.[1] ?? "nobody";
  const slot = /"(?:slot|event_id)":"([^"]+)"/.exec(text)?.[1] ?? "never";
  return { marker: agentMarker(agent, slot), how: "ok" };
}

/** The marker of what an agent writes, derived from the event that started it. */
export function agentMarker(agent: string, slot: string): string {
  return `${agent}@${slot}`;
}
