import { performance } from "node:perf_hooks";
import { type Contender, openQueue } from "./contender.ts";

/** A worker process of one contender. Its parent sends `work`, `rest` or `close`; the worker confirms each. */
export type Order = "work" | "rest" | "close";
/** When the jobs of this phase started here, in milliseconds of the system clock. */
export type Answer = { began: [key: string, at: number][] };

const [name = "", file = "", shape = "", url = ""] = process.argv.slice(2);
const contender: Contender = shape === "" ? { name, file } : { name, file, shape };
const queue = await openQueue(contender, url);
let began: Answer["began"] = [];

const orders: Record<Order, () => Promise<unknown>> = {
  work: () => queue.work((key) => void began.push([key, performance.timeOrigin + performance.now()])),
  rest: () => queue.rest(),
  close: () => queue.close(),
};

process.on("message", (order: Order) => {
  void orders[order]().then(() => {
    process.send?.({ began } satisfies Answer);
    began = [];
    if (order === "close") process.disconnect();
  });
});
process.send?.({ began });
