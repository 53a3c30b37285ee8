import { useCallback, useState } from "react";

/** Something a person starts: it is busy until it has come to an end, and what went wrong stays until the next try. */
export type Mutation<A extends unknown[]> = { busy: boolean; error: unknown; start: (...args: A) => void };

export function useMutation<A extends unknown[]>(work: (...args: A) => Promise<void>): Mutation<A> {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: undefined });
  const start = useCallback(
    (...args: A) => {
      setState({ busy: true, error: undefined });
      work(...args).then(
        () => setState({ busy: false, error: undefined }),
        (error: unknown) => setState({ busy: false, error }),
      );
    },
    [work],
  );
  return { ...state, start };
}
