type Edges = readonly (readonly number[])[];

/**
 * Groups steps that wait for one another (strongly connected components), each group after those it depends on. In a plan
 * without cycles every group is one step. Iterative, so that a chain of any length fits.
 */
export function components(edges: Edges): number[][] {
  if (isWrittenInOrder(edges)) return edges.map((_, at) => [at]);
  const walk = createWalk(edges);
  for (let root = 0; root < edges.length; root += 1) if (walk.number[root] === 0) visit(root, walk);
  return walk.groups;
}

/** True for nearly every plan: each step comes after its dependencies, so there is no cycle and each group is one step. */
export function isWrittenInOrder(edges: Edges): boolean {
  return edges.every((targets, at) => targets.every((target) => target < at));
}

/** The state of Tarjan's walk. Numbers start at 1; 0 is not visited. */
type Walk = {
  readonly edges: Edges;
  readonly number: Int32Array;
  readonly low: Int32Array;
  readonly open: Uint8Array;
  /** The next edge to follow from each step. */
  readonly cursor: Int32Array;
  readonly stack: number[];
  readonly groups: number[][];
  count: number;
};

function createWalk(edges: Edges): Walk {
  const ints = (): Int32Array => new Int32Array(edges.length);
  const open = new Uint8Array(edges.length);
  return { edges, number: ints(), low: ints(), open, cursor: ints(), stack: [], groups: [], count: 0 };
}

function visit(root: number, walk: Walk): void {
  const { edges, number, low, open, cursor } = walk;
  const trail = [root];
  enter(root, walk);
  for (let step = trail.at(-1); step !== undefined; step = trail.at(-1)) {
    const next = edges[step]?.[read(cursor, step)];
    cursor[step] = read(cursor, step) + 1;
    if (next === undefined) {
      trail.pop();
      const parent = trail.at(-1);
      if (parent !== undefined) low[parent] = Math.min(read(low, parent), read(low, step));
      if (read(low, step) === read(number, step)) close(step, walk);
    } else if (number[next] === 0) {
      enter(next, walk);
      trail.push(next);
    } else if (open[next] === 1) low[step] = Math.min(read(low, step), read(number, next));
  }
}

function enter(step: number, walk: Walk): void {
  walk.count += 1;
  walk.number[step] = walk.count;
  walk.low[step] = walk.count;
  walk.open[step] = 1;
  walk.stack.push(step);
}

function close(step: number, walk: Walk): void {
  const group = walk.stack.splice(walk.stack.lastIndexOf(step));
  for (const member of group) walk.open[member] = 0;
  walk.groups.push(group.sort((a, b) => a - b));
}

function read(list: Int32Array, at: number): number {
  return list[at] ?? 0;
}
