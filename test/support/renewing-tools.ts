import { clinic, counting, pharmacy } from "./ask-tools.ts";

/** A pharmacy that can correct its counts and renew prescriptions. */
export const renewing: typeof pharmacy = [
  ...pharmacy,
  ...counting.slice(clinic.length),
  {
    spec: {
      name: "renew_prescription",
      description: "Renew a prescription.",
      effect: "additive",
      inputSchema: {
        type: "object",
        properties: { prescription_id: { type: "string", description: "number, for example R-0301" } },
        required: ["prescription_id"],
      },
    },
    run: (args) => args,
  },
];
