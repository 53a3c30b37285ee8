/** What is left of the screen below a run's head. */
export const sheetHeight = "max(22rem, calc(100dvh - 21rem))";
