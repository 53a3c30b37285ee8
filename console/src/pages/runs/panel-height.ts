/** What is left of the screen below a run's head. */
export const panelHeight = "max(22rem, calc(100dvh - 21rem))";
