/** `--json`, common to all commands with output. */
export const json = { type: "boolean", summary: "Machine-readable output, including errors" } as const;
