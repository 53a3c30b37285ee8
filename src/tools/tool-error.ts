import type { VerbErrorCode } from "../ports/verb-errors.ts";

/** A tool's way to say no: the code and message become the answer's error. Any other throw counts as `tool_failed`. */
export class ToolError extends Error {
  override name = "ToolError";
  /** One of the router's codes, or a word of the tool's own, for example `quote_not_found`. */
  readonly code: VerbErrorCode | (string & {});

  constructor(code: VerbErrorCode | (string & {}), message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
