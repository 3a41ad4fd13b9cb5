"""How a report's page looks, and how its tables sort. Nothing is loaded from elsewhere."""

from __future__ import annotations

STYLE = """
:root { color-scheme: light; --ink: #2a1a12; --quiet: #6b5a50; --paper: #fbf6ea; --card: #fffdf7; --line: #ded3bd;
  --gold: #8a5f14; --violet: #5d4391; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; color: var(--violet); }
p, li { max-width: 44rem; }
.quiet { color: var(--quiet); }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; flex: 1 1 20rem; max-width: 35rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; padding: 0.5rem; }
figcaption { font-size: 0.9rem; color: var(--quiet); padding: 0 0.25rem 0.25rem; }
figure svg { width: 100%; height: auto; display: block; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.narrow { max-width: 44rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.4rem 0.6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; white-space: normal; position: sticky; left: 0; min-width: 8rem;
  background: var(--card); }
tr:last-child td { border-bottom: 0; }
th button { font: inherit; font-weight: 600; color: var(--gold); background: none; border: 0; padding: 0.3rem 0;
  min-height: 2rem; cursor: pointer; text-align: inherit; white-space: normal; max-width: 8rem; }
th[aria-sort=ascending] button::after { content: " \\2191"; }
th[aria-sort=descending] button::after { content: " \\2193"; }
button:focus-visible { outline: 2px solid var(--violet); outline-offset: 2px; }
td small { color: var(--quiet); display: block; }
tr.clear td { background: #f1eaf9; }
"""

SCRIPT = """
for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement, table = head.closest("table"), body = table.tBodies[0];
    const column = [...head.parentElement.children].indexOf(head);
    const up = head.getAttribute("aria-sort") === "descending";
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const of = (row) => row.cells[column].dataset.value;
    const rows = [...body.rows].sort((a, b) => {
      const x = of(a), y = of(b);
      if (x === "" || y === "") return (x === "") - (y === "");
      const order = isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y;
      return up ? order : -order;
    });
    body.append(...rows);
  });
}
"""
