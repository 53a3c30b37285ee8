export { change, type Mutation, shapeMutations } from "./mutation.ts";
export { planMutations } from "./plan-mutations.ts";
export { structuredMutations } from "./structured-mutations.ts";
