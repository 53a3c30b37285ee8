/** Command groups of the help. */
export const groups: readonly { title: string; names: readonly string[] }[] = [
  { title: "Get started", names: ["dev", "init", "doctor", "completion"] },
  { title: "Plan", names: ["plan", "react", "planners", "estimate", "eval"] },
  { title: "Teach", names: ["teach", "lessons", "packs"] },
  { title: "Run", names: ["run", "runs", "plans", "replay", "drafts", "policy"] },
  { title: "Agents", names: ["agents", "why", "events"] },
  { title: "Tools and knowledge", names: ["tools", "kb", "demo-server"] },
  { title: "Validate", names: ["validate", "diff", "hash", "canonical", "conformance"] },
  { title: "Serve", names: ["start", "mcp", "keys", "budgets"] },
  { title: "Maintain", names: ["migrate", "backup", "restore", "purge", "jobs"] },
];
