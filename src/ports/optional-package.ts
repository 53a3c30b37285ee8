/** An optional part is configured, and the package it needs is not installed. */
export class MissingPackageError extends Error {
  override name = "MissingPackageError";
}

/** Loads what needs an optional package. Rejects with the command that installs the package if it is missing. */
export async function loadOptional<T>(name: string, purpose: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw new MissingPackageError(`${purpose} needs the package "${name}": run npm install ${name}`, { cause: error });
  }
}

function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes(`'${name}'`)
  );
}
