import type { DateSetting } from "../language.ts";
import { hasRole } from "../roles.ts";
import type { Granularity } from "../span.ts";
import type { Token } from "../token.ts";
import type { Day } from "./calendar.ts";
import { dayAt } from "./day-rules.ts";
import { lengthAt } from "./period-rules.ts";
import { createScan, mayBegin, said, type Scan, scanOf } from "./scan.ts";
import { type TimeFound, timeAt } from "./time-rules.ts";

/** Days, clock times and lengths of time one by one, where a span joins a day with its time. Offsets into the text. */
type TimePiece = { from: number; to: number } & (
  | { is: "days"; first: Day; last: Day; earlier?: { first: Day; last: Day } }
  | { is: "clock"; minutes: number }
  | { is: "length"; count: number; unit: Granularity }
);

/** In text order; none overlaps another. */
export function timePieces(tokens: readonly Token[], setting: DateSetting): TimePiece[] {
  const scan = createScan(tokens, setting);
  const found: TimePiece[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const piece = mayBegin(scan, at) ? pieceAt(scan, at) : undefined;
    const [first, last] = [tokens[piece?.begin ?? at], tokens[(piece?.end ?? 0) - 1]];
    if (piece === undefined || first === undefined || last === undefined) continue;
    found.push({ from: first.from, to: last.to, ...piece.value });
    at = piece.end - 1;
  }
  return found;
}

type Value = TimePiece extends infer P ? (P extends TimePiece ? Omit<P, "from" | "to"> : never) : never;

function pieceAt(scan: Scan, at: number): { begin: number; end: number; value: Value } | undefined {
  const word = scan.tokens[at]?.lower ?? "";
  const length = lengthAt(scan, at, said(scan, at - 1, "length") !== undefined);
  // "in six weeks" is a length to whoever asks how long; a moment elsewhere.
  const day =
    hasRole(word, "before length") && lengthAt(scan, at + 1, false) !== undefined ? undefined : dayAt(scan, at);
  if (day !== undefined && day.clock === undefined && day.next > (length?.end ?? 0)) {
    const { first, last, earlier } = day;
    return { begin: at, end: day.next, value: { is: "days", first, last, ...(earlier && { earlier }) } };
  }
  if (length !== undefined && said(scan, at - 1, "clock.at") === undefined) {
    return { begin: at, end: length.end, value: { is: "length", count: length.count, unit: length.unit } };
  }
  const time = timeAt(scan, at, hasRole(word, "before clock"));
  if (time === undefined || time.part !== undefined || time.end !== undefined)
    return time?.end === undefined ? undefined : oneTime(scan, at);
  return {
    begin: time.begin,
    end: time.next,
    value: clockOf(time),
  };
}

/** The first of two times that bound a range; the second is read behind its joint. */
function oneTime(scan: Scan, at: number): { begin: number; end: number; value: Value } | undefined {
  const begin = said(scan, at, "range.from")?.end ?? at;
  const joint = scan.tokens.findIndex((_, i) => i > begin && said(scan, i, "range.to") !== undefined);
  const time = timeAt(scanOf(scan.tokens.slice(0, joint), scan), at, true);
  if (time === undefined || time.part !== undefined) return undefined;
  return {
    begin: time.begin,
    end: time.next,
    value: clockOf(time),
  };
}

function clockOf({ start }: TimeFound): Value {
  return { is: "clock", minutes: start.hour * 60 + start.minute };
}
