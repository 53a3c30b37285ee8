import { openLoop, type Order } from "./open-loop.ts";

// The sender, in a process of its own: an order comes as a message, what came of it goes back as one.
process.on("message", (order: Order) => {
  openLoop(order).then(
    (outcomes) => process.send?.(outcomes),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit());
