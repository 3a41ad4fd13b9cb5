import { expect, test } from "vitest";
import server from "../../coven/server/names.py?raw";
import { facesOf } from "../src/lib/faces";
import { nameIn } from "../src/lib/names";

const BOTS = [...(/BOT_NAMES = \(([^)]*)\)/.exec(server)?.[1] ?? "").matchAll(/"(\w+)"/g)].map(
  (found) => found[1] ?? "",
);
const bot = (name: string) => ({ name, kind: "bot", is_owned: false }) as const;
const person = (name: string) => ({ name, kind: "person", is_owned: true }) as const;

test("each of the bots' names has a face of its own", () => {
  expect(BOTS.length).toBe(20);
  expect(new Set(facesOf(BOTS.map(bot))).size).toBe(20);
  for (const name of BOTS) expect(facesOf([bot(name)])[0]).toBe(facesOf(BOTS.map(bot))[BOTS.indexOf(name)]);
});

test("two at a table never share a face, and a bot that plays for a person keeps hers", () => {
  const names = ["Anna", "Ann", "Anni", "Bo", "Cy", "Di", "Ed", "Flo"];
  expect(new Set(facesOf(names.map(person))).size).toBe(names.length);
  expect(new Set(facesOf(names.map((name) => bot(`Morwen ${name}`)))).size).toBe(names.length);
  expect(facesOf([{ name: "Anna", kind: "bot", is_owned: true }])).toEqual(facesOf([person("Anna")]));
});

test("names are found in a sentence, whole and the longest first", () => {
  const seats = [{ name: "Ann" }, { name: "Ann B. (1)" }, { name: "" }];
  const found = (text: string) => nameIn(text, seats, 2).filter((part) => part.seat !== null);
  expect(nameIn("Ann plays", seats, 2)).toEqual([
    { text: "Ann", seat: 0 },
    { text: " plays", seat: null },
  ]);
  expect(found("Ann B. (1) and Ann").map((part) => part.seat)).toEqual([1, 0]);
  expect(found("Anna, Hann and you")).toEqual([]);
  expect(found("Seven cards each. Curse You! is turned up")).toEqual([]);
  expect(found("You draw").map((part) => part.seat)).toEqual([2]);
  for (const text of ["Ann", "Anna and Ann, You", "", "no name"])
    expect(
      nameIn(text, seats, 2)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
});
