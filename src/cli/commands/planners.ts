import { createPlanning } from "../../runtime/planning.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { exit, flag, type Handler } from "../command.ts";

/** The registry: each planner with its version, determinism and cost. */
export const planners: Handler = async (invocation) => {
  const { io } = invocation;
  const rows = createPlanning({ clock: systemClock })
    .list()
    .map(({ planner, declared }) => ({
      id: planner.id,
      version: planner.version,
      determinism: planner.mode,
      model: planner.model ?? null,
      cost_model: declared.cost_model,
    }));
  if (flag(invocation, "json")) {
    io.out(`${JSON.stringify({ planners: rows }, null, 2)}\n`);
    return exit.ok;
  }
  for (const { id, version, determinism, model } of rows) {
    io.out(`${id.padEnd(16)} ${version.padEnd(8)} ${determinism.padEnd(12)} ${model ?? "no model"}\n`);
  }
  return exit.ok;
};
