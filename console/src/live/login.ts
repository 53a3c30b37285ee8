import { useQuery } from "./use-query.ts";

/** How people log in here (`title` is null without a provider), and who is logged in. */
type LoginState = { title: string | null; user: { title: string } | null };

export function useLogin(): LoginState | undefined {
  return useQuery(["login"], (signal) => request<LoginState>("/login/state", { signal })).value;
}

/** Comes back to this page. */
export function logIn(): void {
  location.assign(`/login?to=${encodeURIComponent(`/${location.hash}`)}`);
}

export async function logOut(): Promise<void> {
  const { continue_at: address } = await request<{ continue_at: string }>("/login/end", { method: "POST" });
  location.assign(address);
}

/** The code of the login that failed, from the address. */
export const failedLogin = new URLSearchParams(location.search).get("login");

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}
