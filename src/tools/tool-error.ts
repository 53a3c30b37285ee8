import type { VerbErrorCode } from "../ports/verb-errors.ts";

/**
 * A tool's refusal: its code and message become the answer's error, and nothing was written unless the code says
 * otherwise. Any other throw is `tool_failed` from a read, and `tool_crashed` from a tool that may have acted.
 */
export class ToolError extends Error {
  override name = "ToolError";
  /** One of the router's codes, or a code of the tool itself, for example `quote_not_found`. */
  readonly code: VerbErrorCode | (string & {});

  constructor(code: VerbErrorCode | (string & {}), message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The last check before a call is sent; see `VerbOptions.isOurs`. */
export function assertStillLeased(isOurs: (() => boolean) | undefined): void {
  if (isOurs?.() === false) throw new ToolError("not_sent", "the worker may have lost the job to another");
}
