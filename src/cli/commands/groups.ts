/** The commands by what people want, as the help shows them. */
export const groups: readonly { title: string; names: readonly string[] }[] = [
  { title: "Begin", names: ["dev", "init", "doctor", "completion"] },
  { title: "Plan", names: ["plan", "react", "planners", "estimate", "eval"] },
  { title: "Carry out", names: ["run", "runs", "replay", "drafts"] },
  { title: "Let agents work", names: ["agents", "why", "events"] },
  { title: "Give it tools and knowledge", names: ["tools", "kb", "demo-server"] },
  { title: "Prove documents and servers", names: ["validate", "diff", "hash", "canonical", "conformance"] },
  { title: "Serve others", names: ["start", "mcp", "keys", "budgets"] },
  { title: "Look after it", names: ["migrate", "backup", "restore", "sweep", "jobs"] },
];
