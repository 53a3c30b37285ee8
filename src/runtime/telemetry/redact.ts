import { redactedMark, redactText, secretName } from "../../plan/redact.ts";

/** Bounds the depth, which also ends circular references. */
const maxDepth = 6;

/** A copy that is safe to log: secrets redacted by field name and by pattern, errors as plain objects. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return Array.isArray(value) ? "[…]" : "{…}";
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (value instanceof Error) return redact(toPlain(value), depth);
  if ("toJSON" in value && typeof value.toJSON === "function") return redact(value.toJSON(), depth + 1);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      secretName.test(name) ? redactedMark : redact(field, depth + 1),
    ]),
  );
}

function toPlain(error: Error): object {
  const { name, message, stack, cause } = error;
  return Object.assign(
    Object.fromEntries(Object.entries(error)),
    { name, message, stack },
    cause !== undefined && { cause },
  );
}
