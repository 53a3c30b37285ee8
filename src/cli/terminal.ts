/** What is needed of `process.stdout` and `process.stderr`. */
export type Screen = { write(text: string): unknown; isTTY?: boolean; columns?: number };

export type Terminal = { out(text: string): void; err(text: string): void; line?(text: string): void };

const wipe = "\r\u001b[K";

/** Both streams of a process. Where stderr is a terminal it has a line at its end that other text goes before. */
export function createTerminal(out: Screen, err: Screen): Terminal {
  if (err.isTTY !== true) return { out: (text) => void out.write(text), err: (text) => void err.write(text) };
  let shown = "";
  const around = (screen: Screen, text: string): void => {
    const isInTheWay = shown !== "" && screen.isTTY === true;
    if (isInTheWay) err.write(wipe);
    screen.write(text);
    // Text that does not end its line would run into it.
    if (isInTheWay && text.endsWith("\n")) err.write(shown);
  };
  return {
    out: (text) => around(out, text),
    err: (text) => around(err, text),
    line: (text) => {
      if (shown !== "") err.write(wipe);
      shown = text.slice(0, widthOf(err) - 1);
      err.write(shown);
    },
  };
}

/** A terminal that does not know its width says 0, or nothing. */
function widthOf({ columns = 0 }: Screen): number {
  return columns > 10 ? columns : 80;
}
