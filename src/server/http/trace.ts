const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/** The trace id of a W3C `traceparent`; undefined where there is none or it is not well-formed. */
export function traceIdOf(headers: Headers): string | undefined {
  const [, version, traceId = "", parentId = "", more] = form.exec(headers.get("traceparent") ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  return /^0+$/.test(traceId) || /^0+$/.test(parentId) ? undefined : traceId;
}
