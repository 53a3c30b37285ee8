import type { ShownStep } from "./shown-step.ts";

export type NodePosition = { id: string; x: number; y: number };
export type Line = { from: string; to: string };
export type Layout = { positions: NodePosition[]; lines: Line[]; width: number; height: number };

export const nodeSize = { width: 204, height: 64 };
const gap = { along: 44, across: 18 };
/** A layer with more steps than this goes on in a further column. */
const tallest = 14;

/**
 * Steps by depth: each stands right of (or, downwards, below) all that it waits for, near those it waits for. Linear in
 * the steps and their dependencies; a circle, which the validator refuses, still gets a place.
 */
export function layoutSteps(steps: readonly Pick<ShownStep, "id" | "dependsOn">[], downwards = false): Layout {
  const lines = linesOf(steps);
  const layers = inLayers(steps, depthsOf(steps, lines));
  const rank = new Map<string, number>();
  const before = Map.groupBy(lines, ({ to }) => to);
  const positions: NodePosition[] = [];
  let along = 0;
  let across = 0;
  const step = downwards
    ? { along: nodeSize.height + gap.along, across: nodeSize.width + gap.across }
    : { along: nodeSize.width + gap.along, across: nodeSize.height + gap.across };
  const most = downwards ? 1 : tallestOf(layers);
  for (const layer of layers) {
    const ordered = inOrder(layer, (id) => pull(before.get(id) ?? [], rank));
    for (const [at, id] of ordered.entries()) {
      rank.set(id, at / ordered.length);
      const column = along + Math.floor(at / most) * step.along;
      // Rows are centred on one line, so that a chain runs straight.
      const inColumn = Math.min(most, ordered.length - Math.floor(at / most) * most);
      const row = ((at % most) - (inColumn - 1) / 2) * step.across;
      across = Math.max(across, inColumn * step.across);
      positions.push(downwards ? { id, x: row, y: column } : { id, x: column, y: row });
    }
    along += Math.ceil(ordered.length / most) * step.along;
  }
  return downwards
    ? { positions, lines, width: across, height: along }
    : { positions, lines, width: along, height: across };
}

/** Steps that wait for nothing and nobody stand in a block about as wide as a screen. */
function tallestOf(layers: readonly string[][]): number {
  const [only = []] = layers;
  return layers.length > 1 ? tallest : Math.max(3, Math.ceil(Math.sqrt(only.length * 1.6)));
}

function linesOf(steps: readonly Pick<ShownStep, "id" | "dependsOn">[]): Line[] {
  const known = new Set(steps.map(({ id }) => id));
  return steps.flatMap(({ id, dependsOn }) =>
    [...new Set(dependsOn)].filter((from) => known.has(from) && from !== id).map((from) => ({ from, to: id })),
  );
}

/** The longest way from a step that waits for nothing. */
function depthsOf(steps: readonly Pick<ShownStep, "id">[], lines: readonly Line[]): Map<string, number> {
  const depths = new Map(steps.map(({ id }) => [id, 0]));
  const waits = new Map(steps.map(({ id }) => [id, 0]));
  for (const { to } of lines) waits.set(to, (waits.get(to) ?? 0) + 1);
  const after = Map.groupBy(lines, ({ from }) => from);
  const ready = steps.map(({ id }) => id).filter((id) => waits.get(id) === 0);
  for (const id of ready) {
    for (const { to } of after.get(id) ?? []) {
      depths.set(to, Math.max(depths.get(to) ?? 0, (depths.get(id) ?? 0) + 1));
      const left = (waits.get(to) ?? 1) - 1;
      waits.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return depths;
}

function inLayers(steps: readonly Pick<ShownStep, "id">[], depths: ReadonlyMap<string, number>): string[][] {
  const layers: string[][] = [];
  for (const id of new Set(steps.map((step) => step.id))) (layers[depths.get(id) ?? 0] ??= []).push(id);
  return layers.filter((layer) => layer !== undefined);
}

/** Near the middle of what it waits for. */
function pull(lines: readonly Line[], rank: ReadonlyMap<string, number>): number {
  if (lines.length === 0) return 0;
  return lines.reduce((sum, { from }) => sum + (rank.get(from) ?? 0), 0) / lines.length;
}

function inOrder(ids: readonly string[], weight: (id: string) => number): string[] {
  const weights = new Map(ids.map((id) => [id, weight(id)]));
  return ids.toSorted((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0));
}
