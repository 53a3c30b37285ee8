import { describe, expect, it } from "vitest";
import { createAgUi } from "./ag-ui.ts";
import type { ReactEvent } from "./react-event.ts";

const thought: ReactEvent = { type: "thought", turn: 0, step_index: 0, text: "look it up" };
const types = (events: readonly ReactEvent[]): string[] => {
  const toAgUi = createAgUi({ requestId: "r" });
  return events.flatMap((event) => toAgUi(event).map(({ type }) => type));
};
const reasoning = [
  "REASONING_START",
  "REASONING_MESSAGE_START",
  "REASONING_MESSAGE_CONTENT",
  "REASONING_MESSAGE_END",
  "REASONING_END",
];

describe("a thought for AG-UI", () => {
  it.each<[string, ReactEvent[], string[]]>([
    ["that comes whole is told whole", [thought], reasoning],
    ["that came in pieces is told once", [{ type: "thought_delta", turn: 0, text: "look" }, thought], reasoning],
    [
      "that came as text is not told again",
      [{ type: "text_delta", turn: 0, text: "look" }, thought],
      ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"],
    ],
    ["of each turn is told", [thought, { ...thought, turn: 1, step_index: 1 }], [...reasoning, ...reasoning]],
  ])("%s", (_, events, expected) => {
    expect(types(events)).toEqual(expected);
  });
});
