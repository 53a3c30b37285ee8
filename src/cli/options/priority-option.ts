import type { Option } from "../command.ts";

export const priorityOption: Option = {
  type: "string",
  value: "name",
  choices: ["low", "normal", "high"],
  summary: "low, normal or high: which runs of the tenant start first; normal by default",
};
