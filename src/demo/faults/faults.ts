/**
 * What goes wrong with a demo call, on purpose.
 *
 * - `error`: the tool refuses and does nothing
 * - `rate_limit`: the tool refuses, does nothing and asks for fewer calls
 * - `lost`: the tool does its work and the answer never arrives
 */
type Fault = { latencyMs?: number; kind?: FaultKind };
const faultKinds = ["error", "rate_limit", "lost"] as const;
type FaultKind = (typeof faultKinds)[number];

/** Called for every tool call; undefined means no fault. */
export type Faults = (verb: string) => Fault | undefined;

type FaultRule = { kind?: FaultKind; latencyMs?: number; from: number; to: number };

const form = /^\s*([\w.*-]+)=(?:(error|rate_limit|lost)|latency:(\d{1,6}))(?:@(\d{1,6})(\+|-\d{1,6})?)?\s*$/;

/**
 * Reads switches such as `create_purchase_order=lost,quote_lookup=latency:250,*=error`; `*` is every verb without a
 * switch of its own. `@4` is the fourth call of the verb only, `@4-6` the fourth to the sixth, `@4+` the fourth and all
 * after it. Returns what it could not parse instead of guessing.
 */
export function parseFaults(text: string): { faults: Faults } | { problem: string } {
  const table = new Map<string, FaultRule[]>();
  for (const part of text.split(/[,\n]/).filter((word) => word.trim() !== "")) {
    const match = form.exec(part);
    if (match === null)
      return {
        problem: `"${part.trim()}" is not verb=error, =rate_limit, =lost or =latency:<ms>, with @<call> or not`,
      };
    const [, verb = "", word, latency, call, on] = match;
    const kind = faultKinds.find((one) => one === word);
    const from = call === undefined ? 1 : Number(call);
    const to = call === undefined || on === "+" ? Infinity : on === undefined ? from : Number(on.slice(1));
    const fault = kind === undefined ? { latencyMs: Number(latency) } : { kind };
    table.set(verb, [...(table.get(verb) ?? []), { ...fault, from, to }]);
  }
  return { faults: counting(table) };
}

function counting(table: ReadonlyMap<string, readonly FaultRule[]>): Faults {
  const calls = new Map<string, number>();
  return (verb) => {
    const call = (calls.get(verb) ?? 0) + 1;
    calls.set(verb, call);
    const due = (table.get(verb) ?? table.get("*") ?? []).filter(({ from, to }) => from <= call && call <= to);
    if (due.length === 0) return undefined;
    return due.reduce<Fault>((fault, { kind, latencyMs }) => {
      if (kind !== undefined) fault.kind = kind;
      if (latencyMs !== undefined) fault.latencyMs = latencyMs;
      return fault;
    }, {});
  };
}
