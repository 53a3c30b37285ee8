import { compact } from "../../plan/compact.ts";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { isJsonObject, type JsonObject } from "../../plan/json.ts";
import type { Model, ModelFailure, ModelRequest } from "../../ports/model.ts";
import { createScriptedModel, type ScriptTurn } from "../scripted-model.ts";
import { anthropicWire } from "./anthropic-wire.ts";
import { openaiWire } from "./openai-wire.ts";
import type { Wire, WireCall } from "./wire.ts";

/**
 * Transport faults.
 *
 * - `status`: an answer with that status and optional `Retry-After`
 * - `hang`: never answers
 * - `reset`: closes the connection without an answer
 * - `cut`: closes the connection after so many bytes of the answer
 * - `garbage`: valid headers with an invalid body
 */
export type WireFault =
  | { fault: "status"; status: number; body?: string; retryAfter?: string }
  | { fault: "hang" }
  | { fault: "reset" }
  | { fault: "cut"; afterBytes: number; turn: ScriptTurn }
  | { fault: "garbage"; body?: string };

export type ServerTurn = ScriptTurn | WireFault;
export type ServerScript = readonly ServerTurn[] | ((request: ModelRequest, at: number) => ServerTurn);

export type SeenRequest = { path: string; headers: Readonly<Record<string, string>>; body: JsonObject };

export type ModelServer = {
  /** Base URL on loopback; both formats are under `/v1`. */
  url: string;
  requests: readonly SeenRequest[];
  /** Throws unless all turns were used and all expectations met. */
  assertComplete(): void;
  close(): Promise<void>;
};

/**
 * An HTTP server with the OpenAI chat completions and Anthropic messages formats, streamed or not. It answers from a
 * script with faults, or from any model, such as a replayed cassette. `dripMs` is real time here.
 */
export async function openModelServer(source: ServerScript | Model): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  const { turns, model, assertComplete } = toScript(source);
  const state: State = { requests, turns, model };
  const server = createServer((request, response) => {
    serve(request, response, state).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    assertComplete() {
      assertComplete();
      const left = Array.isArray(turns) ? turns.length - requests.length : 0;
      if (left > 0) throw new Error(`model server: ${left} scripted turns were not used`);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function toScript(source: ServerScript | Model) {
  if (typeof source === "object" && "call" in source)
    return { turns: undefined, model: source, assertComplete: () => undefined };
  const model = createScriptedModel((request, at) => plain(turnAt(source, request, at)));
  return { turns: source, model, assertComplete: () => model.assertComplete() };
}

type State = { requests: SeenRequest[]; turns: ServerScript | undefined; model: Model };

const wires: readonly Wire[] = [openaiWire, anthropicWire];

async function serve(incoming: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const path = incoming.url ?? "";
  const wire = wires.find((one) => path.split("?")[0] === `/v1${one.path}`);
  const body = await readBody(incoming);
  if (wire === undefined || body === undefined) {
    response.writeHead(404).end();
    return;
  }
  const at = state.requests.length;
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  state.requests.push({ path, headers, body });
  const call = wire.read(body);
  const turn = state.turns === undefined ? undefined : turnAt(state.turns, call.request, at);
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  // Before any fault, so that the script counts every call.
  const asked = state.model.call(call.request, { signal: gone.signal });
  if (turn !== undefined && "fault" in turn && turn.fault !== "cut") return fail(response, turn);
  const result = await asked;
  if (gone.signal.aborted) return;
  if (!result.ok) return refuse(response, wire, result.failure);
  const pieces = call.stream ? wire.events(result.answer, call) : [JSON.stringify(wire.answer(result.answer, call))];
  await send(response, call, { pieces, turn });
}

async function send(
  response: ServerResponse,
  { stream }: WireCall,
  { pieces, turn }: { pieces: readonly string[]; turn: ServerTurn | undefined },
): Promise<void> {
  response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
  if (turn !== undefined && "fault" in turn && turn.fault === "cut") {
    response.write(pieces.join("").slice(0, turn.afterBytes), () => response.destroy());
    return;
  }
  const dripMs = turn !== undefined && "dripMs" in turn ? turn.dripMs : undefined;
  for (const piece of dripMs === undefined ? [pieces.join("")] : pieces) {
    if (dripMs !== undefined) await pause(dripMs);
    if (response.destroyed) return;
    response.write(piece);
  }
  response.end();
}

function fail(response: ServerResponse, fault: Exclude<WireFault, { fault: "cut" }>): void {
  switch (fault.fault) {
    case "status":
      response.writeHead(
        fault.status,
        compact({
          "content-type": "application/json",
          "retry-after": fault.retryAfter,
        }),
      );
      response.end(fault.body ?? JSON.stringify({ error: { message: "scripted failure", type: "error" } }));
      return;
    case "hang":
      return;
    case "reset":
      response.destroy();
      return;
    case "garbage":
      response.writeHead(200, { "content-type": "application/json" }).end(fault.body ?? "<html>not a model</html>");
      return;
    default:
      fault satisfies never;
  }
}

function refuse(response: ServerResponse, wire: Wire, failure: ModelFailure): void {
  if (failure.code === "unreachable") return void response.destroy();
  const { status, body } = wire.failure(failure);
  const { retryAfterMs } = failure;
  const later = retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1000)) };
  response.writeHead(status, { "content-type": "application/json", ...later }).end(JSON.stringify(body));
}

function turnAt(turns: ServerScript, request: ModelRequest, at: number): ServerTurn {
  const turn = typeof turns === "function" ? turns(request, at) : turns[at];
  return turn ?? { fail: "bad_request", message: `call ${at + 1} is not in the script` };
}

/** The turn for the scripted model: without delay, and a cut answer starts as a complete one. */
function plain(turn: ServerTurn): ScriptTurn {
  if (!("fault" in turn)) return turn;
  return turn.fault === "cut" ? turn.turn : {};
}

async function readBody(incoming: IncomingMessage): Promise<JsonObject | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return isJsonObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
