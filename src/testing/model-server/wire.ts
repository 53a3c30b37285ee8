import type { Json, JsonObject } from "../../plan/json.ts";
import type { ModelAnswer, ModelFailure, ModelRequest } from "../../ports/model.ts";

/** One call, parsed from the format of a provider. */
export type WireCall = { request: ModelRequest; stream: boolean };

/** The server side of a provider format. */
export type Wire = {
  path: string;
  read(body: JsonObject): WireCall;
  answer(answer: ModelAnswer, call: WireCall): Json;
  /** The events of a streamed answer. */
  events(answer: ModelAnswer, call: WireCall): string[];
  failure(failure: ModelFailure): { status: number; body: Json };
};

const pieceChars = 24;

export function piecesOf(text: string): string[] {
  const length = Math.max(pieceChars, Math.ceil(text.length / 1000));
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));
}

export function textAt(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

export function listAt(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function parseArgs(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
