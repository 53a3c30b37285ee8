import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import type { Crm } from "./crm.ts";
import { manners } from "./deed.ts";

export const WriteBody = z.object({ marker: z.string(), how: z.enum(manners).default("ok") });

/** `GET /read/{name}`, `POST /add` which takes a key, `POST /post` which does not. */
export async function answerHttp(crm: Crm, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, place = "", name = ""] = (request.url ?? "").split("/");
  if (request.method === "GET" && place === "read") {
    crm.read(name);
    return say(response, 200, { name, value: name.length, list: [1, 2] });
  }
  if (request.method !== "POST" || (place !== "add" && place !== "post")) return say(response, 404, {});
  const { marker, how } = WriteBody.parse(JSON.parse((await buffer(request)).toString()));
  const key = place === "add" ? request.headers["idempotency-key"] : undefined;
  const written = await crm.write({ tool: place, marker, how, key: typeof key === "string" ? key : undefined });
  if (written === "hang up") request.socket.destroy();
  else say(response, written === "answer" ? 200 : 503, { marker });
}

function say(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
