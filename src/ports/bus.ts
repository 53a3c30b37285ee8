import type { BusEvent } from "../contracts/react/bus-event.ts";

/** Takes an event, for good once it resolves. A rejection brings the event again. */
export type Deliver = (event: BusEvent) => Promise<void>;

/** An event that nobody could take, and why. */
export type DeadLetter = { id: string; channel: string; text: string; why: string };

/** Where events come from and go to. Delivery is at least once: whoever takes events knows those it has had. */
export interface Bus {
  /** Resolves when the event is kept, or taken by everybody who listens. */
  publish(event: BusEvent): Promise<void>;
  /** Delivers what comes on these channels until the returned function is called, which resolves when nothing is under way. */
  subscribe(channels: readonly string[], deliver: Deliver): Promise<() => Promise<void>>;
  /** What could not be delivered, the latest first. */
  deadLetters(limit: number): Promise<DeadLetter[]>;
  /** Whether other processes read what is published here. */
  isShared: boolean;
  close(): Promise<void>;
}
