/** How a colour is drawn. */
export interface Hue {
  name: string;
  /** The ground and the pattern, by their key in palette.css. */
  key: string;
  /** Enough letters of the name to tell it from the others. */
  letters: string;
}

/** In the order of the rainbow, in which hands are sorted too. */
export const DRAWN = [
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "purple",
  "pink",
  "brown",
  "white",
  "black",
  "grey",
];

/** A deck's colours as drawn; unknown names get the remaining ones. */
export function hues(colours: string[]): Map<string, Hue> {
  const spare = DRAWN.filter((key) => !colours.includes(key));
  return new Map(
    colours.map((name) => {
      const key = DRAWN.includes(name) ? name : (spare.pop() ?? "grey");
      return [name, { name, key, letters: lettersOf(name, colours) }];
    }),
  );
}

function lettersOf(name: string, colours: string[]): string {
  const others = colours.filter((other) => other !== name);
  let length = 1;
  while (length < name.length && others.some((other) => other.startsWith(name.slice(0, length)))) length += 1;
  return name.slice(0, 1).toUpperCase() + name.slice(1, length);
}
