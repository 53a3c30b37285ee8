export { isPassing as isStoreAway } from "../ports/store-error.ts";
