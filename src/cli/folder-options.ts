/** The configuration, the data folder and the tenant, for every command that works in a folder. */
export const folderOptions = {
  config: { type: "string", value: "file", summary: "The configuration; planwright.yaml by default" },
  data: {
    type: "string",
    value: "folder",
    summary: "Where everything is kept; .planwright by default, or PLANWRIGHT_DATA",
  },
  tenant: { type: "string", value: "name", summary: 'Whose tools and runs; "local" by default' },
} as const;
