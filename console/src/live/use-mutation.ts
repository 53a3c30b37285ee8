import { useCallback, useState } from "react";

/** An action of the user: busy until it has settled; its error stays until the next attempt. */
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
