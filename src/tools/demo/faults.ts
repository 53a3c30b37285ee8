/**
 * What goes wrong with a demo call, on purpose.
 *
 * - `error`: the tool refuses and does nothing
 * - `lost`: the tool does its work and the answer never arrives
 */
export type Fault = { latencyMs?: number; kind?: "error" | "lost" };

/** Asked at every call; undefined lets the call be. */
export type Faults = (verb: string) => Fault | undefined;

/**
 * Reads switches such as `create_purchase_order=lost,quote_lookup=latency:250,*=error`; `*` is every verb without a
 * switch of its own. Answers with what it could not read instead of guessing.
 */
export function parseFaults(text: string): { faults: Faults } | { problem: string } {
  const table = new Map<string, Fault>();
  for (const part of text.split(",").filter((word) => word.trim() !== "")) {
    const match = /^\s*([\w.*-]+)=(?:(error|lost)|latency:(\d{1,6}))\s*$/.exec(part);
    if (match === null) return { problem: `"${part.trim()}" is not verb=error, verb=lost or verb=latency:<ms>` };
    const [, verb = "", kind, latency] = match;
    const fault: Fault = { ...table.get(verb) };
    if (kind === "error" || kind === "lost") fault.kind = kind;
    if (latency !== undefined) fault.latencyMs = Number(latency);
    table.set(verb, fault);
  }
  return { faults: (verb) => table.get(verb) ?? table.get("*") };
}
