/** Options of every command that works in a workspace. */
export const folderOptions = {
  config: { type: "string", value: "file", summary: "Configuration file; planwright.yaml by default" },
  data: {
    type: "string",
    value: "folder",
    summary: "Data folder; .planwright by default, or PLANWRIGHT_DATA",
  },
  tenant: { type: "string", value: "name", summary: 'Tenant; "local" by default' },
} as const;
