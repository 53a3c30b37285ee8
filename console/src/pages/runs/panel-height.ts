/** The height below a run's header. */
export const panelHeight = "max(22rem, calc(100dvh - 21rem))";
