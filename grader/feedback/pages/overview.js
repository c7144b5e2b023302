// Sorts and filters the table of submissions. Without it the table is whole, and in the order of the reports.
"use strict";
(() => {
  const table = document.getElementById("table-of-submissions");
  const form = document.getElementById("filter");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const number = new Intl.NumberFormat(table.dataset.locale);
  const collator = new Intl.Collator(document.documentElement.lang, {numeric: true});
  const key = (row, column) => row.cells[column].dataset.sort ?? row.cells[column].textContent.trim();

  // What has no value comes last, whichever way the others go.
  const compare = (one, two, numeric, sign) => {
    if (one === "" || two === "") return (one === "") - (two === "");
    return sign * (numeric ? Number(one) - Number(two) : collator.compare(one, two));
  };

  const sort = (head) => {
    const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    const [column, numeric] = [head.cellIndex, head.hasAttribute("data-numeric")];
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
    rows.sort((one, two) => compare(key(one, column), key(two, column), numeric, sign));
    body.append(...rows);
  };

  const filter = () => {
    const wanted = form.elements.text.value.normalize("NFC").toLowerCase().trim();
    const {assignment, outcome} = form.elements;
    let shown = 0;
    for (const row of rows) {
      row.hidden = !(
        row.textContent.normalize("NFC").toLowerCase().includes(wanted)
        && (assignment.value === "" || row.cells[1].textContent.trim() === assignment.value)
        && (outcome.value === "" || row.cells[5].textContent.trim() === outcome.value)
      );
      shown += !row.hidden;
    }
    document.getElementById("shown").textContent = `${number.format(shown)} / ${number.format(rows.length)}`;
  };

  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(head));
  }
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("controls").hidden = false;
  filter();
})();
