import { compact } from "../../plan/compact.ts";
import { highlight, wantsColour } from "./highlight.ts";

/** The part of `process.stdout` and `process.stderr` that is used. */
type Screen = { write(text: string): unknown; isTTY?: boolean; columns?: number };

type Terminal = { out(text: string): void; err(text: string): void; showLine?(text: string): void };

const wipe = "\r\u001b[K";

/** Both output streams. On a terminal, stderr keeps a status line below other output, and statuses have colours. */
export function createTerminal(
  out: Screen,
  err: Screen,
  env: Readonly<Record<string, string | undefined>> = {},
): Terminal {
  return plainTerminal(withColours(out, env), withColours(err, env));
}

function withColours(screen: Screen, env: Readonly<Record<string, string | undefined>>): Screen {
  if (!wantsColour(screen.isTTY, env)) return screen;
  const { columns } = screen;
  return { isTTY: true, ...compact({ columns }), write: (text) => screen.write(highlight(text)) };
}

function plainTerminal(out: Screen, err: Screen): Terminal {
  if (err.isTTY !== true) return { out: (text) => void out.write(text), err: (text) => void err.write(text) };
  let shown = "";
  const around = (screen: Screen, text: string): void => {
    const isInTheWay = shown !== "" && screen.isTTY === true;
    if (isInTheWay) err.write(wipe);
    screen.write(text);
    // Redraw only after a complete line.
    if (isInTheWay && text.endsWith("\n")) err.write(shown);
  };
  return {
    out: (text) => around(out, text),
    err: (text) => around(err, text),
    showLine: (text) => {
      if (shown !== "") err.write(wipe);
      shown = text.slice(0, widthOf(err) - 1);
      err.write(shown);
    },
  };
}

/** Terminals without a known width report 0 or nothing. */
function widthOf({ columns = 0 }: Screen): number {
  return columns > 10 ? columns : 80;
}
