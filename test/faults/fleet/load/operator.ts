import { setTimeout as pause } from "node:timers/promises";
import { Escalation, EscalationPage } from "../../../../src/contracts/api/run.ts";
import { effectsOf } from "../check/evidence.ts";
import type { Installation } from "../installation.ts";
import { askOnce, textIn } from "./ask.ts";

/** Nobody says that a call did not happen while somebody may still be about to make it. */
const certainAfterMs = 6_000;

/** A careful person: looks into the outside world and says what is there. Works until the signal. */
export async function operate(installation: Installation, signal: AbortSignal): Promise<void> {
  const seenAt = new Map<string, number>();
  let turn = 0;
  let quietSince = Date.now();
  while (!signal.aborted) {
    await pause(500, undefined, { signal }).catch(() => undefined);
    if (installation.members.some((member) => member.isPaused())) quietSince = Date.now();
    const request = { role: "api", as: "bob", method: "GET", path: "/escalations" } as const;
    const page = EscalationPage.safeParse((await askOnce(installation, request, (turn += 1)))?.body).data;
    const written = new Set(effectsOf({ deeds: installation.deeds() }).map(({ marker }) => marker));
    for (const one of page?.escalations ?? []) {
      const { escalation_id: id } = one;
      const since = Math.max(quietSince, seenAt.get(id) ?? Date.now());
      seenAt.set(id, seenAt.get(id) ?? Date.now());
      const decision = decide(one, written, Date.now() - since >= certainAfterMs);
      const path = `/escalations/${encodeURIComponent(id)}/decide`;
      if (decision !== undefined)
        await askOnce(installation, { role: "api", as: "bob", method: "POST", path, body: decision }, turn);
    }
  }
}

function decide(
  { choices, call }: Escalation,
  written: ReadonlySet<string>,
  isCertain: boolean,
): { choice: string; output?: object } | undefined {
  const marker = textIn(call?.args, "marker");
  if (choices.includes("done") && written.has(marker)) return { choice: "done", output: { marker } };
  if (!isCertain) return undefined;
  return { choice: choices.includes("resend") ? "resend" : "retry" };
}
