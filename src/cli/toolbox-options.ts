/** The configuration, the data folder and the tenant, for every command that touches tools. */
export const toolboxOptions = {
  config: { type: "string", value: "file", summary: "The configuration; planwright.yaml by default" },
  data: { type: "string", value: "folder", summary: "Where data is kept; .planwright by default" },
  tenant: { type: "string", value: "name", summary: 'Whose tools; "local" by default' },
} as const;
