import type { BusEvent } from "../contracts/react/bus-event.ts";

/** Handles an event. A rejection makes the bus deliver it again. */
export type Deliver = (event: BusEvent) => Promise<void>;

/** An event that could not be delivered, and why. */
export type DeadLetter = { id: string; channel: string; text: string; why: string };

/** Publish and subscribe with at-least-once delivery: subscribers must recognise duplicates. */
export interface Bus {
  /** Resolves when the event is stored, or handled by every subscriber. */
  publish(event: BusEvent): Promise<void>;
  /**
   * Delivers events of these channels until the returned function is called, which resolves when no delivery is running.
   */
  subscribe(channels: readonly string[], deliver: Deliver): Promise<() => Promise<void>>;
  /** Undeliverable events, latest first. */
  deadLetters(limit: number): Promise<DeadLetter[]>;
  /** Whether other processes receive what is published here. */
  isShared: boolean;
  close(): Promise<void>;
}
