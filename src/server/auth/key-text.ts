import { hash, timingSafeEqual } from "node:crypto";

/** Bytes nobody can foresee. */
export type Chance = (size: number) => Uint8Array;

const form = /^pw_([0-9a-f]{16})_[\w-]{43}$/;

/** `pw_<id>_<secret>`: the id is public, the secret has 256 bits. */
export function createKeyText(chance: Chance): { id: string; text: string } {
  const id = Buffer.from(chance(8)).toString("hex");
  return { id, text: `pw_${id}_${Buffer.from(chance(32)).toString("base64url")}` };
}

/** The public id in a key's text; undefined for anything that is no key. */
export function keyIdOf(text: string): string | undefined {
  return form.exec(text)?.[1];
}

/** A plain hash is enough for 256 random bits: there is no dictionary to try. */
export function hashKey(text: string): string {
  return hash("sha256", text, "hex");
}

/** Takes the same time wherever the two differ. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, "hex"), Buffer.from(other, "hex")];
  return a.length === b.length && timingSafeEqual(a, b);
}
