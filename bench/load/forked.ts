import { once } from "node:events";
import { join } from "node:path";
import { type Child, startChild } from "../fleet/child.ts";
import type { Order } from "./open-loop.ts";
import type { Outcome } from "./outcome.ts";

/** A child process of this folder, controlled by messages. */
function fork(program: string): Child {
  return startChild(process.execPath, [join(import.meta.dirname, program)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

export type Driver = Child & { drive(order: Order): Promise<Outcome[]> };

export function startDriver(): Driver {
  const child = fork("driver.ts");
  return {
    ...child,
    async drive(order) {
      child.process.send(order);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see driver.ts
      return (await answer(child)) as Outcome[];
    },
  };
}

export async function startModel(): Promise<Child & { url: string }> {
  const child = fork("scripted-model.ts");
  return { ...child, url: String(await answer(child)) };
}

async function answer({ process: child }: Child): Promise<unknown> {
  const over = new AbortController();
  const gone = once(child, "exit", { signal: over.signal }).then(() => {
    throw new Error("the process ended without an answer");
  });
  try {
    const [message] = await Promise.race([once(child, "message", { signal: over.signal }), gone]);
    return message;
  } finally {
    over.abort();
    gone.catch(() => undefined);
  }
}
