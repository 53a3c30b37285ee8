/** For commands that call models or tools. */
export const cassetteOptions = {
  record: { type: "string", value: "file", summary: "Write every call of a model or tool down, without secrets" },
  replay: { type: "string", value: "file", summary: "Answer every call from the file, with the network off" },
} as const;
