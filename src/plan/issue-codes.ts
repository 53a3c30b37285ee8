/** What an issue code means, and how to fix it. */
type IssueEntry = { title: string; hint: string };

/**
 * Every code an Issue can carry. Codes are stable: one may be added, none is renamed or given another meaning.
 * `docs/errors.md` is made from this table.
 */
export const issueCodes = {
  // The document is not acceptable JSON, whatever its shape.
  MALFORMED_JSON: { title: "The text is not JSON", hint: "Fix the syntax at the position named." },
  BYTE_ORDER_MARK: { title: "The text starts with a byte order mark", hint: "Save it as UTF-8 without BOM." },
  DUPLICATE_KEY: { title: "The object has the same key twice", hint: "Keep one of them." },
  NOT_JSON: { title: "The value is not JSON", hint: "Send null, booleans, numbers, strings, arrays and objects only." },
  CYCLIC_VALUE: { title: "The value contains itself", hint: "Break the cycle, for example with an id." },
  TOO_DEEP: { title: "The document is nested too deeply", hint: "Use at most 64 levels." },
  UNSAFE_KEY: { title: "The key __proto__ cannot be kept here", hint: "Rename the key." },
  UNSAFE_INTEGER: { title: "The integer is beyond 2^53-1", hint: "Send it as a string." },
  INEXACT_NUMBER: { title: "The number cannot be stored exactly", hint: "Use fewer digits, or send it as a string." },
  NON_FINITE_NUMBER: { title: "The number is not finite", hint: "Send a finite number or null." },
  LONE_SURROGATE: { title: "The text has an unpaired surrogate", hint: "Send well-formed Unicode." },
  TOO_LARGE: { title: "The value is too large to serialise", hint: "Split the document." },
  TOO_MANY_ISSUES: { title: "There are more issues than listed", hint: "Fix the listed ones first." },
  STRING_TOO_LONG: { title: "The text is longer than 1 MiB", hint: "Send a shorter text, or a reference to it." },

  // The shape does not match the contract.
  UNKNOWN_FIELD: {
    title: "The field is not in the contract",
    hint: "Remove it: unknown fields are rejected, not ignored.",
  },
  MISSING_FIELD: { title: "A required field is missing", hint: "Add the field." },
  WRONG_TYPE: { title: "The value has the wrong type", hint: "Send the type the contract names." },
  INVALID_VALUE: { title: "The value is not allowed", hint: "Use one of the allowed values." },
  INVALID_FORMAT: { title: "The text has the wrong format", hint: "Use the format the contract names." },
  TOO_SHORT: { title: "The text or list is too short", hint: "Use at least the minimum length in the contract." },
  TOO_LONG: { title: "The text or list is too long", hint: "Use at most the maximum length in the contract." },
  OUT_OF_RANGE: { title: "The number is out of range", hint: "Stay within the limits the contract names." },

  // The steps do not form a plan.
  STEP_COUNT: {
    title: "The plan does not have the requested number of steps",
    hint: "Use exactly the requested number.",
  },
  DUPLICATE_STEP_ID: { title: "Two steps have the same id", hint: "Give each step a unique id." },
  STEP_ID_FORMAT: { title: "The step id does not follow the contract", hint: "Use step_1, step_2, step_3." },
  STEP_ID_ORDER: { title: "The step ids are not contiguous and ascending", hint: "Number the steps in plan order." },
  UNKNOWN_DEPENDENCY: { title: "No step has this id", hint: "Name a step of this plan." },
  SELF_DEPENDENCY: { title: "The step depends on itself", hint: "Remove the dependency." },
  DUPLICATE_DEPENDENCY: { title: "The dependency is listed twice", hint: "Keep one of them." },
  FORWARD_DEPENDENCY: { title: "The step depends on a later one", hint: "Depend on earlier steps only, or reorder." },
  DEPENDENCY_CYCLE: { title: "Steps depend on one another in a cycle", hint: "Remove one dependency of the cycle." },
  DUPLICATE_RESULT_KEY: { title: "Two results have the same name", hint: "Give each result a unique name." },
  UNKNOWN_FALLBACK: { title: "The fallback step is not in the plan", hint: "Name another step of this plan." },

  // The lesson.
  LESSON_NOT_CALLS: {
    title: "The plan has a step that a lesson cannot hold",
    hint: "Teach a plan of tool calls without conditions and iteration.",
  },
  LESSON_OPEN_VALUE: {
    title: "The request does not say this value",
    hint: "Name the parameter under fixed if it is always this value, or leave it out of the plan.",
  },
  LESSON_WORDLESS: {
    title: "No word of the request names the operation",
    hint: "Teach a request that also says what to do.",
  },
  LESSON_INSTRUCTION: {
    title: "The request tells the planner to disregard its rules",
    hint: "Teach the request as people ask it, without instructions to the planner.",
  },
  LESSON_CONDITIONAL: {
    title: "The request has a condition, and its plan writes without one",
    hint: "Teach the request without the condition, or a plan that only reads.",
  },
  LESSON_CONTRADICTS: {
    title: "Another lesson plans the same words differently",
    hint: "Revoke the other lesson first, or correct this plan.",
  },
  LESSON_KNOWN: { title: "Another lesson already says this", hint: "Nothing needs to be taught." },
  LESSON_UNSAFE: {
    title: "A request that must not write would be planned as a write",
    hint: "Teach a more exact request.",
  },
  LESSON_UNCONFIRMED: {
    title: "The rule does not plan its own request",
    hint: "Teach a shorter request, or edit the rule.",
  },

  // The plan against the words it was made from.
  DROPPED_WORDS: {
    title: "The plan leaves out a part of the request",
    hint: "Carry it in an argument, or ask about it.",
  },
  INVENTED_VALUE: { title: "The plan has a value that nobody said", hint: "Leave it out, refer to a result, or ask." },

  // References, conditions and iteration.
  MALFORMED_REFERENCE: { title: "The reference is malformed", hint: "Use the reference syntax of this contract." },
  UNKNOWN_REFERENCE: { title: "No result has this name", hint: "Refer to the result of an earlier step." },
  REFERENCE_NOT_A_DEPENDENCY: {
    title: "The reference names a step this one does not depend on",
    hint: "Add the step to the dependencies.",
  },
  REFERENCE_PATH: { title: "The result has no such field", hint: "Use a field the tool's output schema declares." },
  REFERENCE_TYPE: {
    title: "The result has the wrong type for this argument",
    hint: "Refer to a value of the right type.",
  },
  INVALID_CONDITION: {
    title: "The condition cannot be evaluated",
    hint: "Compare one reference with one value of a matching type.",
  },
  INVALID_PARAMETER: { title: "A parameter does not fit", hint: "Follow the parameters of the saved plan." },
  INVALID_WAIT: { title: "The wait is invalid", hint: "Wait until a time, for a duration, an event or an answer." },
  NOTHING_TO_UNDO: { title: "The step has no effect to undo", hint: "Remove the compensation." },
  INVALID_ITERATION: { title: "The iteration is invalid", hint: "Iterate over one reference to a list." },

  // Tools, and claims about them.
  UNKNOWN_TOOL: { title: "The toolbox has no such tool", hint: "Use a tool of the toolbox." },
  TOOL_NOT_ALLOWED: { title: "The tool may not be used here", hint: "Use one of the allowed tools." },
  INVALID_ARGUMENTS: {
    title: "The arguments do not match the tool's input schema",
    hint: "Follow the tool's input schema.",
  },
  UNUSABLE_TOOL_SCHEMA: {
    title: "The tool's schema cannot be used",
    hint: "Fix the schema in the tool's manifest.",
  },
  DUPLICATE_TOOL: { title: "Two tools have the same name", hint: "Rename or remove one of them." },
  EFFECT_UNDERSTATED: {
    title: "The step understates the effect of its tool",
    hint: "Use the effect class the toolbox declares.",
  },
  INTENT_UNDERSTATED: { title: "The plan claims to read only, but writes", hint: 'Set the intent to "mutate".' },

  // The planners of an installation.
  UNKNOWN_PLANNER: { title: "No planner has this id", hint: "Name a planner that is installed." },
  DUPLICATE_PLANNER: { title: "Two planners have the same id", hint: "Give each planner a unique id." },
  MODE_MISMATCH: {
    title: "The planner's determinism mode differs from the declared one",
    hint: "Declare the planner's own mode, or fix the planner.",
  },

  // The plan is valid, but cannot run as it is, or this contract cannot carry it.
  DRAFT_REQUIRED: {
    title: "A write of an action plan needs a person's approval",
    hint: "Create a Draft of the plan (POST /drafts, planwright drafts create) and apply it.",
  },
  OPEN_QUESTION: { title: "The plan has an open question", hint: "Answer the question and plan again." },
  NOT_EXPRESSIBLE: {
    title: "The contract has no field for this part of the plan",
    hint: "Use a feature the contract has, or another contract.",
  },
} as const satisfies Record<string, IssueEntry>;

export type IssueCode = keyof typeof issueCodes;
