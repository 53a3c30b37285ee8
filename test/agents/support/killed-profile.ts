import { profileOf } from "./agents-world.ts";

/** Three runs a day, two at once, and a message after each. */
export const killedProfile = profileOf("agent.killed", {
  triggers: { events: [{ channel: "e", overlap: "parallel" }] },
  limits: { max_runs_per_day: 3, min_interval_seconds: 0, max_concurrent_runs: 3 },
  autonomy_level: 1,
  outputs: {
    webhook: { enabled: true, url: "https://example.org/hook" },
    notify_hub: { enabled: true, mode: "on_next_login" },
    collapse_entry: { enabled: true, topic: "test" },
  },
});
