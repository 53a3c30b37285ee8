import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { stopSignal } from "./stop-signal.ts";

function told(...at: readonly number[]): { aborted: boolean; ended: number[] } {
  const ended: number[] = [];
  const process = Object.assign(new EventEmitter(), { exit: (code: number) => void ended.push(code) });
  let now = 0;
  const signal = stopSignal(process, () => now);
  for (const time of at) {
    now = time;
    process.emit("SIGINT");
  }
  return { aborted: signal.aborted, ended };
}

// One Ctrl-C must leave time to stop in order; a person who presses it again wants the prompt back.
describe("the stop signal", () => {
  it.each([
    ["nothing", [], { aborted: false, ended: [] }],
    ["one Ctrl-C", [0], { aborted: true, ended: [] }],
    ["one Ctrl-C that npm hands on", [0, 3], { aborted: true, ended: [] }],
    ["two of them", [0, 900], { aborted: true, ended: [130] }],
    ["two that npm hands on", [0, 3, 900], { aborted: true, ended: [130] }],
  ])("%s", (_, at, expected) => {
    expect(told(...at)).toEqual(expected);
  });
});
