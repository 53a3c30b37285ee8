/** What an issue code means, and how to fix it. */
type IssueEntry = { title: string; hint: string };

/**
 * Every code an Issue can carry. Codes are stable: one may be added, none is renamed or given another meaning.
 * `docs/errors.md` is made from this table.
 */
export const issueCodes = {
  // The document is not acceptable JSON, whatever its shape.
  MALFORMED_JSON: entry("The text is not JSON", "Fix the syntax at the position named."),
  BYTE_ORDER_MARK: entry("The text starts with a byte order mark", "Save it as UTF-8 without BOM."),
  DUPLICATE_KEY: entry("The object has the same key twice", "Keep one of them."),
  NOT_JSON: entry("The value is not JSON", "Send null, booleans, numbers, strings, arrays and objects only."),
  CYCLIC_VALUE: entry("The value contains itself", "Break the cycle, for example with an id."),
  TOO_DEEP: entry("The document is nested too deeply", "Use at most 64 levels."),
  UNSAFE_KEY: entry("The key __proto__ cannot be kept here", "Rename the key."),
  UNSAFE_INTEGER: entry("The integer is beyond 2^53-1", "Send it as a string."),
  INEXACT_NUMBER: entry("The number cannot be stored exactly", "Use fewer digits, or send it as a string."),
  NON_FINITE_NUMBER: entry("The number is not finite", "Send a finite number or null."),
  LONE_SURROGATE: entry("The text has an unpaired surrogate", "Send well-formed Unicode."),
  TOO_LARGE: entry("The value is too large to serialise", "Split the document."),
  TOO_MANY_ISSUES: entry("There are more issues than listed", "Fix the listed ones first."),
  STRING_TOO_LONG: entry("The text is longer than 1 MiB", "Send a shorter text, or a reference to it."),

  // The shape does not match the contract.
  UNKNOWN_FIELD: entry("The field is not in the contract", "Remove it: unknown fields are rejected, not ignored."),
  MISSING_FIELD: entry("A required field is missing", "Add the field."),
  WRONG_TYPE: entry("The value has the wrong type", "Send the type the contract names."),
  INVALID_VALUE: entry("The value is not allowed", "Use one of the allowed values."),
  INVALID_FORMAT: entry("The text has the wrong format", "Use the format the contract names."),
  TOO_SHORT: entry("The text or list is too short", "Use at least the minimum length in the contract."),
  TOO_LONG: entry("The text or list is too long", "Use at most the maximum length in the contract."),
  OUT_OF_RANGE: entry("The number is out of range", "Stay within the limits the contract names."),

  // The steps do not form a plan.
  STEP_COUNT: entry("The plan does not have the requested number of steps", "Use exactly the requested number."),
  DUPLICATE_STEP_ID: entry("Two steps have the same id", "Give each step a unique id."),
  STEP_ID_FORMAT: entry("The step id does not follow the contract", "Use step_1, step_2, step_3."),
  STEP_ID_ORDER: entry("The step ids are not contiguous and ascending", "Number the steps in plan order."),
  UNKNOWN_DEPENDENCY: entry("No step has this id", "Name a step of this plan."),
  SELF_DEPENDENCY: entry("The step depends on itself", "Remove the dependency."),
  DUPLICATE_DEPENDENCY: entry("The dependency is listed twice", "Keep one of them."),
  FORWARD_DEPENDENCY: entry("The step depends on a later one", "Depend on earlier steps only, or reorder."),
  DEPENDENCY_CYCLE: entry("Steps depend on one another in a cycle", "Remove one dependency of the cycle."),
  DUPLICATE_RESULT_KEY: entry("Two results have the same name", "Give each result a unique name."),
  UNKNOWN_FALLBACK: entry("The fallback step is not in the plan", "Name another step of this plan."),

  // The lesson.
  LESSON_NOT_CALLS: entry(
    "The plan has a step that a lesson cannot hold",
    "Teach a plan of tool calls; they may have conditions and iterations.",
  ),
  LESSON_OPEN_VALUE: entry(
    "The request does not say this value",
    "Name the parameter under fixed (--fixed) if it is always this value, or leave it out of the plan.",
  ),
  LESSON_WORDLESS: entry("No word of the request names the operation", "Teach a request that also says what to do."),
  LESSON_INSTRUCTION: entry(
    "The request tells the planner to disregard its rules",
    "Teach the request as people ask it, without instructions to the planner.",
  ),
  LESSON_CONDITIONAL: entry(
    "The request has a condition, and its plan writes without one",
    "Give each writing step a condition or filters, teach the request without the condition, or a plan that only reads.",
  ),
  LESSON_CONTRADICTS: entry(
    "Another lesson plans the same words differently",
    "Revoke the other lesson first, or correct this plan.",
  ),
  LESSON_KNOWN: entry("Another lesson already says this", "Nothing needs to be taught."),
  LESSON_UNSAFE: entry("A request that must not write would be planned as a write", "Teach a more exact request."),
  LESSON_UNCONFIRMED: entry(
    "The rule does not plan its own request",
    "Teach a shorter request, put a preposition before each value, or edit the rule.",
  ),

  // The plan against the words it was made from.
  DROPPED_WORDS: entry("The plan leaves out a part of the request", "Carry it in an argument, or ask about it."),
  INVENTED_VALUE: entry("The plan has a value that nobody said", "Leave it out, refer to a result, or ask."),

  // References, conditions and iteration.
  MALFORMED_REFERENCE: entry("The reference is malformed", "Use the reference syntax of this contract."),
  UNKNOWN_REFERENCE: entry("No result has this name", "Refer to the result of an earlier step."),
  REFERENCE_NOT_A_DEPENDENCY: entry(
    "The reference names a step this one does not depend on",
    "Add the step to the dependencies.",
  ),
  REFERENCE_PATH: entry("The result has no such field", "Use a field the tool's output schema declares."),
  REFERENCE_TYPE: entry("The result has the wrong type for this argument", "Refer to a value of the right type."),
  INVALID_CONDITION: entry(
    "The condition cannot be evaluated",
    "Compare one reference with one value of a matching type.",
  ),
  INVALID_PARAMETER: entry("A parameter does not fit", "Follow the parameters of the saved plan."),
  INVALID_WAIT: entry("The wait is invalid", "Wait until a time, for a duration, an event or an answer."),
  NOTHING_TO_UNDO: entry("The step has no effect to undo", "Remove the compensation."),
  INVALID_ITERATION: entry("The iteration is invalid", "Iterate over one reference to a list."),

  // Tools, and claims about them.
  UNKNOWN_TOOL: entry("The toolbox has no such tool", "Use a tool of the toolbox."),
  TOOL_NOT_ALLOWED: entry("The tool may not be used here", "Use one of the allowed tools."),
  INVALID_ARGUMENTS: entry("The arguments do not match the tool's input schema", "Follow the tool's input schema."),
  UNUSABLE_TOOL_SCHEMA: entry("The tool's schema cannot be used", "Fix the schema in the tool's manifest."),
  DUPLICATE_TOOL: entry("Two tools have the same name", "Rename or remove one of them."),
  EFFECT_UNDERSTATED: entry(
    "The step understates the effect of its tool",
    "Use the effect class the toolbox declares.",
  ),
  INTENT_UNDERSTATED: { title: "The plan claims to read only, but writes", hint: 'Set the intent to "mutate".' },

  // The planners of an installation.
  UNKNOWN_PLANNER: entry("No planner has this id", "Name a planner that is installed."),
  DUPLICATE_PLANNER: entry("Two planners have the same id", "Give each planner a unique id."),
  MODE_MISMATCH: entry(
    "The planner's determinism mode differs from the declared one",
    "Declare the planner's own mode, or fix the planner.",
  ),

  // The plan is valid, but cannot run as it is, or this contract cannot carry it.
  DRAFT_REQUIRED: entry(
    "A write of an action plan needs a person's approval",
    "Create a Draft of the plan (POST /drafts, planwright drafts create) and apply it.",
  ),
  OPEN_QUESTION: entry("The plan has an open question", "Answer the question and plan again."),
  NOT_EXPRESSIBLE: entry(
    "The contract has no field for this part of the plan",
    "Use a feature the contract has, or another contract.",
  ),
} satisfies Record<string, IssueEntry>;

export type IssueCode = keyof typeof issueCodes;

function entry(title: string, hint: string): IssueEntry {
  return { title, hint };
}
