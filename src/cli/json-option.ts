/** `--json`, which every command that answers has. */
export const json = { type: "boolean", summary: "Machine-readable output, also for what is wrong" } as const;
