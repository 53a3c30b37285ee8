import { storeSuite } from "../store-suite/index.ts";
import { createMemoryStore } from "./store.ts";

storeSuite("in memory", async () => {
  const store = createMemoryStore();
  return { store, stop: () => store.close() };
});
