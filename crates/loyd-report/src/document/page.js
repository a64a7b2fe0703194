for (const head of document.querySelectorAll('th')) {
  const button = document.createElement('button');
  button.textContent = head.textContent;
  head.textContent = '';
  head.append(button);
  button.addEventListener('click', () => {
    const table = head.closest('table'), body = table.tBodies[0], at = head.cellIndex;
    const up = head.getAttribute('aria-sort') !== 'ascending';
    for (const other of table.querySelectorAll('th')) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const key = row => {
      const cell = row.cells[at], number = cell.dataset.v;
      return number === undefined ? cell.textContent : Number(number);
    };
    const order = (a, b) =>
      typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
    const rows = [...body.rows].sort((a, b) => order(key(a), key(b)));
    if (!up) rows.reverse();
    body.append(...rows);
  });
}
