/** Jobs that only wait for others, and take no room meanwhile. */
export type Aside = { count: () => number; aside: <T>(wait: Promise<T>) => Promise<T> };

export function createAside(onFree: () => void): Aside {
  let waiting = 0;
  return {
    count: () => waiting,
    async aside(wait) {
      waiting += 1;
      onFree();
      try {
        return await wait;
      } finally {
        waiting -= 1;
      }
    },
  };
}
