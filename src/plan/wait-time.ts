const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** The instant of a timestamp with an offset (RFC 3339), in milliseconds; NaN for any other text. */
export function waitInstant(text: string): number {
  return pattern.test(text) ? Date.parse(text) : Number.NaN;
}
