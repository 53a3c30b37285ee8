import type { ShownStep } from "./shown-step.ts";

type NodePosition = { id: string; x: number; y: number };
type Connection = { from: string; to: string };
type Layout = { positions: NodePosition[]; connections: Connection[] };

export const nodeSize = { width: 232, height: 68 };
const gap = { along: 44, across: 18 };
/** A layer with more steps than this continues in another column. */
const maxRows = 14;
/** A plan with more columns than this is wrapped. */
const maxColumns = 8;

/**
 * Places steps by depth: each right of (or, downwards, below) its dependencies and near them. Linear in the steps and
 * their dependencies; a cycle, which the validator rejects, still gets a layout.
 */
export function layoutSteps(steps: readonly Pick<ShownStep, "id" | "dependsOn">[], downwards = false): Layout {
  const connections = connectionsOf(steps);
  const layers = inLayers(steps, depthsOf(steps, connections));
  const rank = new Map<string, number>();
  const before = Map.groupBy(connections, ({ to }) => to);
  const positions: NodePosition[] = [];
  let along = 0;
  const step = downwards
    ? { along: nodeSize.height + gap.along, across: nodeSize.width + gap.across }
    : { along: nodeSize.width + gap.along, across: nodeSize.height + gap.across };
  const most = downwards ? 1 : rowsPerColumn(layers);
  for (const layer of layers) {
    const ordered = inOrder(layer, (id) => meanRank(before.get(id) ?? [], rank));
    for (const [at, id] of ordered.entries()) {
      rank.set(id, at / ordered.length);
      const column = along + Math.floor(at / most) * step.along;
      // Rows are centred, so that a chain is a straight line.
      const inColumn = Math.min(most, ordered.length - Math.floor(at / most) * most);
      const row = ((at % most) - (inColumn - 1) / 2) * step.across;
      positions.push(downwards ? { id, x: row, y: column } : { id, x: column, y: row });
    }
    along += Math.ceil(ordered.length / most) * step.along;
  }
  return { positions: downwards ? positions : wrap(positions, step), connections };
}

type Step = { along: number; across: number };

/** More columns than a screen shows continue below, in reading order. */
function wrap(positions: readonly NodePosition[], { along, across }: Step): NodePosition[] {
  const bandOf = ({ x }: NodePosition): number => Math.floor(x / along / maxColumns);
  const tops: number[] = [];
  let top = 0;
  for (const [band, members] of [...Map.groupBy(positions, bandOf)].toSorted(([a], [b]) => a - b)) {
    const half = Math.max(...members.map(({ y }) => Math.abs(y)));
    tops[band] = band === 0 ? 0 : top + half;
    top = (tops[band] ?? 0) + half + across + gap.along;
  }
  return positions.map((position) => {
    const band = bandOf(position);
    return { ...position, x: position.x - band * maxColumns * along, y: position.y + (tops[band] ?? 0) };
  });
}

/** Independent steps form a block about as wide as a screen. */
function rowsPerColumn(layers: readonly string[][]): number {
  const [only = []] = layers;
  return layers.length > 1 ? maxRows : Math.max(3, Math.ceil(Math.sqrt(only.length * 1.6)));
}

function connectionsOf(steps: readonly Pick<ShownStep, "id" | "dependsOn">[]): Connection[] {
  const known = new Set(steps.map(({ id }) => id));
  return steps.flatMap(({ id, dependsOn }) =>
    [...new Set(dependsOn)].filter((from) => known.has(from) && from !== id).map((from) => ({ from, to: id })),
  );
}

/** The longest path from a step without dependencies. */
function depthsOf(steps: readonly Pick<ShownStep, "id">[], connections: readonly Connection[]): Map<string, number> {
  const depths = new Map(steps.map(({ id }) => [id, 0]));
  const waits = new Map(steps.map(({ id }) => [id, 0]));
  for (const { to } of connections) waits.set(to, (waits.get(to) ?? 0) + 1);
  const after = Map.groupBy(connections, ({ from }) => from);
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

/** The mean rank of its dependencies. */
function meanRank(connections: readonly Connection[], rank: ReadonlyMap<string, number>): number {
  if (connections.length === 0) return 0;
  return connections.reduce((sum, { from }) => sum + (rank.get(from) ?? 0), 0) / connections.length;
}

function inOrder(ids: readonly string[], weight: (id: string) => number): string[] {
  const weights = new Map(ids.map((id) => [id, weight(id)]));
  return ids.toSorted((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0));
}
