/** For commands that call models or tools. */
export const cassetteOptions = {
  record: { type: "string", value: "file", summary: "Record every model and tool call, without secrets" },
  replay: { type: "string", value: "file", summary: "Answer every call from the file, without network" },
} as const;
