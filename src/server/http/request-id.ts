/** The caller's own `X-Request-Id` where it is one that cannot break a log line. */
export function requestIdOf(headers: Headers): string | undefined {
  const id = headers.get("x-request-id");
  return id !== null && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}
