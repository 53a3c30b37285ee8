import type { ToolSpec } from "../../../plan/tool-spec.ts";

/** Tools by name, one a name; of several with one name the first by its text stays, whatever the order they came in. */
export function canonicalOrder(toolbox: readonly ToolSpec[]): ToolSpec[] {
  const sorted = toolbox.toSorted((a, b) => compare(a.name, b.name));
  return sorted.filter((spec, at) => {
    const twins = sorted[at - 1]?.name === spec.name || sorted[at + 1]?.name === spec.name;
    if (!twins) return true;
    const same = sorted
      .filter((other) => other.name === spec.name)
      .toSorted((a, b) => compare(JSON.stringify(a), JSON.stringify(b)));
    return same[0] === spec;
  });
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
