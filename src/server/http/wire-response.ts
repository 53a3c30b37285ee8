import { getRequestListener } from "@hono/node-server";

/**
 * A Response whose text goes to the socket as it is; one of the platform's makes a stream of it first, which costs as much
 * as all the rest of a small answer. The Node adapter hands its own out only in the place of the global one: it is
 * taken from there, and the global one is put back before anything else can see it.
 */
export const WireResponse = taken();

function taken(): typeof Response {
  const names = ["Request", "Response"] as const;
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  getRequestListener(() => new Response(), { overrideGlobalObjects: true });
  const { Response: light } = globalThis;
  for (const [name, property = {}] of before) Object.defineProperty(globalThis, name, property);
  return light;
}
