/** The data folder and the tenant, for every command that touches runs. */
export const runOptions = {
  config: { type: "string", value: "file", summary: "The tools; planwright.yaml by default" },
  data: { type: "string", value: "folder", summary: "Where runs are kept; .planwright by default" },
  tenant: { type: "string", value: "name", summary: 'Whose runs; "local" by default' },
} as const;
