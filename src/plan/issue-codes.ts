/** What an issue code means to a person, and the usual way out. */
export type IssueEntry = { title: string; hint: string };

/**
 * Every code an Issue can carry. Codes are stable: one may be added, none is renamed or given another meaning.
 * `docs/errors.md` is made from this table.
 */
export const issueCodes = {
  // The document is not JSON we accept, whatever its shape.
  MALFORMED_JSON: { title: "The text is not JSON", hint: "Correct the text at the place named." },
  BYTE_ORDER_MARK: { title: "The text starts with a byte order mark", hint: "Save it as UTF-8 without BOM." },
  DUPLICATE_KEY: { title: "The key stands twice in one object", hint: "Keep one of them." },
  NOT_JSON: { title: "The value is not JSON", hint: "Send null, booleans, numbers, strings, arrays and objects only." },
  CYCLIC_VALUE: { title: "The value contains itself", hint: "Send a tree; break the cycle with an id." },
  TOO_DEEP: { title: "The document is nested too deeply", hint: "Keep nesting at 64 levels or less." },
  UNSAFE_KEY: { title: "The key can change an object's nature", hint: "Rename the key." },
  UNSAFE_INTEGER: { title: "The integer is beyond 2^53-1", hint: "Send it as a string." },
  NON_FINITE_NUMBER: { title: "The number is not finite", hint: "Send a finite number or null." },
  LONE_SURROGATE: { title: "The text holds half a character", hint: "Send well-formed Unicode." },
  TOO_LARGE: { title: "The value is too large to be written as one text", hint: "Split the document." },
  TOO_MANY_ISSUES: { title: "There are more issues than are listed", hint: "Correct the listed ones first." },
  STRING_TOO_LONG: { title: "The text is longer than 1 MiB", hint: "Send a shorter text, or a reference to it." },

  // The shape differs from the contract.
  UNKNOWN_FIELD: { title: "The field is not in the contract", hint: "Remove it; nothing is dropped silently." },
  MISSING_FIELD: { title: "A required field is missing", hint: "Add the field." },
  WRONG_TYPE: { title: "The value has the wrong type", hint: "Send the type the contract names." },
  INVALID_VALUE: { title: "The value is not one of those allowed", hint: "Use one of the allowed values." },
  INVALID_FORMAT: { title: "The text has the wrong form", hint: "Follow the form the contract names." },
  TOO_SHORT: { title: "The text or list is too short", hint: "Give at least the number the contract asks for." },
  TOO_LONG: { title: "The text or list is too long", hint: "Give at most the number the contract allows." },
  OUT_OF_RANGE: { title: "The number is out of range", hint: "Stay within the limits the contract names." },

  // The plan is fine, but this contract cannot say it.
  NOT_EXPRESSIBLE: {
    title: "The contract has no field for this part of the plan",
    hint: "Use a feature the contract has, or another contract.",
  },
} as const satisfies Record<string, IssueEntry>;

export type IssueCode = keyof typeof issueCodes;
