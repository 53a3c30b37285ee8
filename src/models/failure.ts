import { compact } from "../plan/compact.ts";
import { isJsonObject } from "../plan/json.ts";
import type { ModelFailure, ModelFailureCode } from "../ports/model.ts";
import { MissingPackageError } from "../ports/optional-package.ts";
import { AnswerTooLarge } from "./bounded-fetch.ts";

export type FailureContext = {
  /** Texts to remove from every message. */
  secrets: readonly string[];
  /** The URL that was called. */
  endpoint: string;
  /** For a `Retry-After` that is a date. */
  now: number;
};

const retryableCodes: readonly ModelFailureCode[] = ["rate_limited", "overloaded", "unreachable", "timeout"];

export function failure(code: ModelFailureCode, message: string): ModelFailure {
  return { code, message, retryable: retryableCodes.includes(code) };
}

/** Converts anything thrown by a provider's adapter to a failure that a caller can act on. */
export function toFailure(thrown: unknown, setting: FailureContext): ModelFailure {
  const chain = causes(thrown);
  const missing = chain.find((cause) => cause instanceof MissingPackageError);
  if (missing !== undefined) return { ...failure("unreachable", missing.message), retryable: false };
  const tooLarge = chain.find((cause) => cause instanceof AnswerTooLarge);
  if (tooLarge !== undefined) return failure("bad_answer", tooLarge.message);
  const call = chain.find(isApiCall);
  const status = call?.statusCode;
  if (call !== undefined && status !== undefined && status >= 400) return byStatus(call, status, setting);
  if (chain.some(({ code }) => code === "address_refused")) {
    return { ...failure("unreachable", redact(chain.at(-1)?.message ?? "", setting)), retryable: false };
  }
  // A stream can report a provider error after a good start.
  const reported = isJsonObject(thrown) && typeof thrown["type"] === "string" ? thrown["type"] : "";
  if (/overloaded/.test(reported)) return failure("overloaded", "the provider is overloaded");
  if (/rate_limit/.test(reported)) return failure("rate_limited", "the provider limits the rate");
  const isNetwork = chain.some(({ code, message }) => networkCode.test(String(code)) || networkWords.test(message));
  // No status means no response.
  if (isNetwork || (call !== undefined && status === undefined)) {
    return failure("unreachable", `${setting.endpoint} does not respond`);
  }
  if (chain.some(({ name }) => requestName.test(name))) {
    return failure("bad_request", "the request cannot be expressed in the provider's format");
  }
  return failure("bad_answer", "the response is not in the provider's format");
}

const networkCode = /^(?:E[A-Z]+|UND_ERR_\w+|connection_lost|unavailable)$/;
const networkWords = /^(?:fetch failed|terminated)$/;
const requestName = /^AI_(?:UnsupportedFunctionality|InvalidPrompt|InvalidArgument)Error$/;

type ThrownError = Error & { code?: unknown };
type ApiCall = ThrownError & { statusCode?: number; responseHeaders?: Record<string, string>; responseBody?: string };

function isApiCall(error: ThrownError): error is ApiCall {
  return error.name === "AI_APICallError";
}

function byStatus(call: ApiCall, status: number, setting: FailureContext): ModelFailure {
  const said = redact(call.message, setting);
  const body = call.responseBody ?? "";
  if (status === 401 || status === 403)
    return failure("unauthorised", `the provider refused the credential (${status})`);
  if (status === 404) return failure("unknown_model", `the provider has no such model or endpoint: ${said}`);
  if (status === 408) return failure("timeout", "the provider took too long");
  if (status === 429) {
    const retryAfterMs = retryAfter(call.responseHeaders ?? {}, setting.now);
    const limited = failure("rate_limited", "the provider limits the rate");
    // An exhausted quota at the provider does not recover by waiting.
    if (/insufficient_quota|billing/.test(body))
      return { ...limited, message: "the provider's quota is used up", retryable: false };
    return { ...limited, ...compact({ retryAfterMs }) };
  }
  if (status >= 500) return failure("overloaded", `the provider failed (${status})`);
  if (status === 413 || tooLong.test(body)) return failure("context_too_long", said);
  if (/content_filter|content_policy/.test(body)) return failure("refused", said);
  return failure("bad_request", `the provider refused the request (${status}): ${said}`);
}

const tooLong = /context_length_exceeded|context (?:length|window|size)|prompt is too long|too many tokens/i;

function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const exact = Number(headers["retry-after-ms"]);
  if (headers["retry-after-ms"] !== undefined && exact >= 0) return Math.ceil(exact);
  const text = headers["retry-after"];
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1000));
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const maxDepth = 8;

function causes(thrown: unknown): ThrownError[] {
  const chain: ThrownError[] = [];
  for (let next = thrown; next instanceof Error && chain.length < maxDepth; next = next.cause) chain.push(next);
  return chain;
}

const maxChars = 300;
const keyLike = /\b(?:sk|pk|key|gsk|xai|hf|pw)[-_][\w-]{6,}|\b(?:Bearer|Basic)\s+\S+/gi;

/** A provider's message, without anything that looks like a key, shortened for logs. */
function redact(text: string, { secrets }: FailureContext): string {
  const bare = secrets.reduce(
    (words, secret) => (secret === "" ? words : words.replaceAll(secret, "[redacted]")),
    text,
  );
  return bare.replaceAll(keyLike, "[redacted]").slice(0, maxChars);
}
