import { components, isWrittenInOrder } from "./components.ts";
import { once } from "./once.ts";

/** The parts of a step the graph reads. Ids and dependencies that are not strings are ignored. */
type GraphStep = { readonly id?: unknown; readonly dependsOn: readonly unknown[] };

/** The steps of a plan by position, and the dependencies of each. Unknown and self dependencies are left out. */
export type Graph = {
  /** Position of the first step with this id. */
  readonly positions: ReadonlyMap<string, number>;
  readonly dependencies: readonly (readonly number[])[];
  /** Steps that can run together, then those that wait for them; steps on or behind a cycle are in none. */
  readonly levels: readonly (readonly number[])[];
  /** Steps level by level: each after everything it depends on. */
  readonly order: readonly number[];
  /** One cycle for each group of steps that depend on one another. */
  readonly cycles: readonly (readonly number[])[];
  /** Whether `step` depends on `other`, directly or through others. */
  dependsOn(step: number, other: number): boolean;
  /** Everything the step depends on, directly or through others, in plan order. */
  ancestors(step: number): number[];
};

export function createGraph(steps: readonly GraphStep[]): Graph {
  const positions = new Map<string, number>();
  steps.forEach(({ id }, at) => {
    if (typeof id === "string" && !positions.has(id)) positions.set(id, at);
  });
  const dependencies = steps.map((step, at) => knownDependencies(step, at, positions));
  // Most callers need only some of these; each is computed on first use.
  const groups = once(() => components(dependencies));
  const levels = once(() => levelsOf(dependencies, groups()));
  const order = once(() => levels().flat());
  const cycles = once(() => cyclicGroups(groups()).map((knot) => shortestCycle(knot, dependencies)));
  const ancestry = once(() => createAncestry(dependencies, groups()));
  return {
    positions,
    dependencies,
    get levels() {
      return levels();
    },
    get order() {
      return order();
    },
    get cycles() {
      return isWrittenInOrder(dependencies) ? [] : cycles();
    },
    dependsOn: (step, other) => (dependencies[step]?.includes(other) ?? false) || ancestry()(step, other),
    ancestors: (step) => reachableFrom(step, dependencies),
  };
}

function cyclicGroups(groups: readonly (readonly number[])[]): (readonly number[])[] {
  return groups.filter((group) => group.length > 1);
}

function knownDependencies(step: GraphStep, at: number, positions: ReadonlyMap<string, number>): number[] {
  const known: number[] = [];
  for (const id of step.dependsOn) {
    const position = typeof id === "string" ? positions.get(id) : undefined;
    if (position !== undefined && position !== at) known.push(position);
  }
  return known.length > 1 ? [...new Set(known)] : known;
}

/** `groups` come dependencies first, so one pass is enough. */
function levelsOf(dependencies: Graph["dependencies"], groups: readonly (readonly number[])[]): number[][] {
  const level = new Int32Array(dependencies.length).fill(-1);
  for (const [step, ...others] of groups) {
    if (step === undefined || others.length > 0) continue;
    let least = 0;
    for (const dependency of dependencies[step] ?? []) {
      const below = level[dependency] ?? -1;
      least = below === -1 || least === -1 ? -1 : Math.max(least, below + 1);
    }
    level[step] = least;
  }
  const levels: number[][] = [];
  level.forEach((at, step) => {
    if (at !== -1) (levels[at] ??= []).push(step);
  });
  return levels;
}

/** The shortest path from the group's first step back to itself; it exists because the group is strongly connected. */
function shortestCycle(group: readonly number[], dependencies: Graph["dependencies"]): number[] {
  const members = new Set(group);
  const [start = 0] = group;
  const cameFrom = new Map<number, number>();
  const queue = [start];
  for (const step of queue) {
    for (const next of dependencies[step] ?? []) {
      if (next === start) return trail(step, start, cameFrom);
      if (!members.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, step);
      queue.push(next);
    }
  }
  return [...group];
}

function trail(last: number, start: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const steps = [last];
  for (let at = last; at !== start;) {
    at = cameFrom.get(at) ?? start;
    steps.push(at);
  }
  return steps.reverse();
}

function reachableFrom(start: number, dependencies: Graph["dependencies"]): number[] {
  const found = new Set(dependencies[start]);
  for (const step of found) for (const next of dependencies[step] ?? []) found.add(next);
  return [...found].sort((a, b) => a - b);
}

/** Whether the first step depends on the second, directly or through others. */
type Ancestry = (step: number, other: number) => boolean;

type Rows = { readonly bits: Uint32Array; readonly starts: Int32Array };

/**
 * Answers in constant time from a bit matrix over pairs of groups, built on the first call: 6 MB for 10,000 steps. Most
 * plans refer only to direct dependencies and never build it.
 */
function createAncestry(
  dependencies: readonly (readonly number[])[],
  groups: readonly (readonly number[])[],
): Ancestry {
  let built: { rows: Rows; groupOf: Int32Array } | undefined;
  return (step, other) => {
    built ??= build(dependencies, groups);
    const below = built.groupOf[step] ?? -1;
    const above = built.groupOf[other] ?? -1;
    if (below === -1 || above === -1) return false;
    if (below === above) return (groups[below]?.length ?? 0) > 1;
    return above < below && isSet(built.rows, below, above);
  };
}

/** Groups are in dependency order, so the row of a group is complete before a later group reads it. */
function build(
  dependencies: readonly (readonly number[])[],
  groups: readonly (readonly number[])[],
): { rows: Rows; groupOf: Int32Array } {
  const groupOf = new Int32Array(dependencies.length);
  groups.forEach((group, at) => group.forEach((step) => (groupOf[step] = at)));
  const rows = emptyRows(groups.length);
  groups.forEach((group, below) => {
    for (const step of group)
      for (const dependency of dependencies[step] ?? []) {
        const above = groupOf[dependency] ?? below;
        if (above !== below && !isSet(rows, below, above)) join(rows, below, above);
      }
  });
  return { rows, groupOf };
}

/** A row has a bit for each group before it. */
function emptyRows(count: number): Rows {
  const starts = new Int32Array(count + 1);
  for (let at = 0; at < count; at += 1) starts[at + 1] = (starts[at] ?? 0) + Math.ceil(at / 32);
  return { bits: new Uint32Array(starts[count] ?? 0), starts };
}

/** Adds a group and everything above it to the row of another. */
function join({ bits, starts }: Rows, below: number, above: number): void {
  const to = starts[below] ?? 0;
  const from = starts[above] ?? 0;
  const words = (starts[above + 1] ?? from) - from;
  for (let word = 0; word < words; word += 1) bits[to + word] = (bits[to + word] ?? 0) | (bits[from + word] ?? 0);
  const own = to + (above >>> 5);
  bits[own] = (bits[own] ?? 0) | (1 << (above & 31));
}

function isSet({ bits, starts }: Rows, below: number, above: number): boolean {
  return ((bits[(starts[below] ?? 0) + (above >>> 5)] ?? 0) & (1 << (above & 31))) !== 0;
}
