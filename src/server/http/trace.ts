const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/** The trace id of a W3C `traceparent`; undefined if it is missing or malformed. */
export function traceIdOf(headers: Headers): string | undefined {
  const [, version, traceId = "", parentId = "", more] = form.exec(headers.get("traceparent") ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  return /^0+$/.test(traceId) || /^0+$/.test(parentId) ? undefined : traceId;
}
