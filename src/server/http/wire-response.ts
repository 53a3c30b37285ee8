import { getRequestListener } from "@hono/node-server";

/**
 * A Response that writes its text directly to the socket. The platform's Response creates a stream first, which costs as
 * much as the rest of a small response. The Node adapter exposes its class only by replacing the global one: it is read
 * from there, and the global is restored at once.
 */
export const WireResponse = takeNodeResponse();

function takeNodeResponse(): typeof Response {
  const names = ["Request", "Response"] as const;
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  getRequestListener(() => new Response(), { overrideGlobalObjects: true });
  const { Response: light } = globalThis;
  for (const [name, property = {}] of before) Object.defineProperty(globalThis, name, property);
  return light;
}
