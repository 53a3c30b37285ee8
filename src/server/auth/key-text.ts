import { hash, timingSafeEqual } from "node:crypto";

/** Cryptographically random bytes. */
export type RandomBytes = (size: number) => Uint8Array;

const form = /^pw_([0-9a-f]{16})_[\w-]{43}$/;

/** `pw_<id>_<secret>`: the id is public, the secret has 256 bits. */
export function createKeyText(randomBytes: RandomBytes): { id: string; text: string } {
  const id = Buffer.from(randomBytes(8)).toString("hex");
  return { id, text: `pw_${id}_${Buffer.from(randomBytes(32)).toString("base64url")}` };
}

/** The public id in a key's text; undefined if the text is not a key. */
export function keyIdOf(text: string): string | undefined {
  return form.exec(text)?.[1];
}

/** A plain hash is enough for 256 random bits: no dictionary attack is possible. */
export function hashKey(text: string): string {
  return hash("sha256", text, "hex");
}

/** Compares in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, "hex"), Buffer.from(other, "hex")];
  return a.length === b.length && timingSafeEqual(a, b);
}
