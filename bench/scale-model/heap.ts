/** The smallest first. */
export function createHeap<T>(keyOf: (item: T) => number): { push(item: T): void; pop(): T | undefined } {
  const items: T[] = [];
  const key = (at: number): number => {
    const item = items[at];
    return item === undefined ? Infinity : keyOf(item);
  };
  const swap = (a: number, b: number): void => {
    const [first, second] = [items[a], items[b]];
    if (first === undefined || second === undefined) return;
    items[a] = second;
    items[b] = first;
  };
  return {
    push(item) {
      items.push(item);
      for (let at = items.length - 1; at > 0;) {
        const parent = (at - 1) >> 1;
        if (key(parent) <= key(at)) return;
        swap(at, parent);
        at = parent;
      }
    },
    pop() {
      const [first] = items;
      const last = items.pop();
      if (last === undefined || items.length === 0) return first;
      items[0] = last;
      for (let at = 0; ;) {
        const child = key(2 * at + 1) <= key(2 * at + 2) ? 2 * at + 1 : 2 * at + 2;
        if (key(at) <= key(child)) return first;
        swap(at, child);
        at = child;
      }
    },
  };
}
