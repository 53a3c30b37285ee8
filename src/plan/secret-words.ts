/** Fields whose names say that they hold a secret, wherever they stand. */
export const secretName =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|.*(?:password|passwd|secret|token|api[_-]?key|credential|private[_-]?key).*)$/i;

/** Our own API keys, those of model providers, and whatever follows `Bearer` or `Basic`. */
export const secretText =
  /\bpw_[0-9a-f]{16}_[\w-]{8,}|\b(?:sk|gsk|xai)-[\w-]{16,}|\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi;

/** What stands in a secret's place. */
export const blot = "[redacted]";
