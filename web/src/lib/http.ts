import type { Problem } from "../wire";
import { base } from "./base";
import { WORDS } from "./words";

/** Something the server refused, in its own words. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.text);
  }
}

const UNREACHABLE: Problem = {
  type: "error",
  code: "unreachable",
  text: WORDS.unreachable,
};

export function get<T>(path: string): Promise<T> {
  return ask<T>(path, { method: "GET" });
}

export function post<T>(path: string, content: object = {}): Promise<T> {
  const headers = { "content-type": "application/json" };
  return ask<T>(path, { method: "POST", body: JSON.stringify(content), headers });
}

async function ask<T>(path: string, request: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`${base}/api${path}`, request);
  } catch {
    throw new Refused(UNREACHABLE);
  }
  const content: unknown = await answer.json().catch(() => UNREACHABLE);
  if (!answer.ok) throw new Refused(content as Problem);
  return content as T;
}

/** What to tell a person about something that went wrong. */
export function inWords(error: unknown): string {
  return error instanceof Refused ? error.problem.text : WORDS.broken;
}

/** Random hexadecimal digits, two per byte; works on plain http too. */
export function randomHex(bytes: number): string {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes));
  return [...numbers].map((number) => number.toString(16).padStart(2, "0")).join("");
}
