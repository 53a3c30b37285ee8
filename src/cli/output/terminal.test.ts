import { describe, expect, it } from "vitest";
import { createTerminal } from "./terminal.ts";

function screens(isTTY: boolean) {
  let seen = "";
  const screen = { write: (text: string) => void (seen += text), isTTY, columns: 20 };
  return { terminal: createTerminal(screen, screen, { NO_COLOR: "1" }), seen: () => seen };
}

// A progress line that ends up in a pipe, or between the letters of a result, is worse than none.
describe("the terminal", () => {
  it("has no status line if stderr is a file or a pipe", () => {
    const { terminal, seen } = screens(false);
    expect("showLine" in terminal).toBe(false);
    terminal.out("a\n");
    terminal.err("b\n");
    expect(seen()).toBe("a\nb\n");
  });

  it("prints other text above the status line", () => {
    const { terminal, seen } = screens(true);
    terminal.showLine?.("1 of 2");
    terminal.err("warning\n");
    terminal.showLine?.("2 of 2");
    terminal.showLine?.("");
    terminal.out("done\n");
    const wipe = "\r\u001b[K";
    expect(seen()).toBe(`1 of 2${wipe}warning\n1 of 2${wipe}2 of 2${wipe}done\n`);
  });

  it("truncates the line to the width, because a wrapped line cannot be cleared", () => {
    const { terminal, seen } = screens(true);
    terminal.showLine?.("x".repeat(100));
    expect(seen()).toBe("x".repeat(19));
  });
});
