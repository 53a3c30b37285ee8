/** The caller's `X-Request-Id`, if it is safe in a log line. */
export function requestIdOf(headers: Headers): string | undefined {
  return plainId(headers.get("x-request-id"));
}

export function plainId(id: unknown): string | undefined {
  return typeof id === "string" && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}
