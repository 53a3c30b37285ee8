const operations = [
  "create",
  "update",
  "increase",
  "decrease",
  "delete",
  "move",
  "complete",
  "reopen",
  "assign",
  "release",
  "comment",
  "note",
  "send",
  "rename",
  "schedule",
  "delay",
  "advance",
  "pause",
  "resume",
  "start",
  "stop",
  "win",
  "lose",
  "remind",
  "buy",
  "pay",
  "convert",
  "compute",
  "compare",
  "plot",
  "count",
  "sum",
  "average",
  "read",
  "approve",
  "reject",
  "undo",
  "cancel",
  "repeat",
  "be",
  "own",
  "do",
] as const;

/** What a verb asks to be done, whatever it is done to. `do` is any other deed ("dance"). */
export type Operation = (typeof operations)[number];

const reading: ReadonlySet<Operation> = new Set([
  "read",
  "count",
  "sum",
  "average",
  "be",
  "own",
  "compare",
  "compute",
  "plot",
  "convert",
]);

/** Whether an operation changes something; what nobody can tell of counts as a change. */
export function changes(op: Operation): boolean {
  return !reading.has(op);
}

const settling: ReadonlySet<Operation> = new Set([
  "complete",
  "cancel",
  "delete",
  "pause",
  "resume",
  "start",
  "stop",
  "reopen",
]);

/** Whether an operation says itself what becomes of a record. */
export function settles(op: Operation): boolean {
  return settling.has(op);
}

const byConcept: ReadonlyMap<string, Operation> = new Map(operations.map((op) => [`op.${op}`, op]));

/** The first operation among concepts. */
export function firstOperation(concepts: readonly string[]): Operation | undefined {
  for (const concept of concepts) {
    const op = byConcept.get(concept);
    if (op !== undefined) return op;
  }
  return undefined;
}

/** The operation of a concept of the lexicon ("op.create"); undefined for any other concept. */
export function operationOf(concept: string): Operation | undefined {
  return byConcept.get(concept);
}
