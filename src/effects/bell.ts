/** Rung by whatever happens, waited for by one. Rings while nobody waits are not lost. */
export type Bell = { ring: () => void; rung: () => Promise<void> };

export function createBell(): Bell {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      isRung = true;
      wake?.();
    },
    async rung() {
      if (!isRung) await new Promise<void>((resolve) => (wake = resolve));
      wake = undefined;
      isRung = false;
    },
  };
}
