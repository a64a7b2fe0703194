import { expect, it } from 'vitest';
import { CANCELLED_WITHIN, HARDEST, figure, useBrowser } from './browser.ts';

const open = useBrowser();

const FIVE = '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,0,21,22,23,24';

it('a cancelled search shows its progress and no older solution', async () => {
  const visit = await open('#solve?board=867254301');
  const { page } = visit;
  const main = page.getByRole('main');
  const solve = main.getByRole('button', { name: 'Solve', exact: true });
  const position = page.getByRole('slider', { name: 'Position in the solution' });
  await solve.click();
  await expect.poll(() => position.getAttribute('max'), { timeout: 30_000 }).toBe('31');
  await main.getByLabel('Algorithm').selectOption('iddfs');
  await solve.click();
  const cancel = main.getByRole('button', { name: 'Cancel' });
  await expect.poll(() => figure(page, 'Expanded').innerText(), { timeout: 30_000 }).toMatch(/\d/);
  await cancel.click({ timeout: CANCELLED_WITHIN });
  await solve.waitFor({ timeout: CANCELLED_WITHIN });
  expect(await main.innerText()).toContain('The search was cancelled.');
  expect(Number(await figure(page, 'Lower bound').innerText())).toBeGreaterThan(0);
  expect(await figure(page, 'Expanded').innerText()).toMatch(/^[\d,]{5,}$/);
  expect(await figure(page, 'Time').innerText()).toMatch(/\d (ms|s)$/);
  expect(await position.isDisabled()).toBe(true);
  expect(await main.locator('.moves').count()).toBe(0);
  await visit.picture('solve-cancelled');
});

it('a table in construction shows its name, its share and a clock', async () => {
  const visit = await open(`#solve?board=${HARDEST}&heuristic=pdb:6-6-3&algorithm=idastar`);
  const { page } = visit;
  const main = page.getByRole('main');
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const panel = document.querySelector('main .outcome');
      if (panel) seen.push(panel.textContent ?? '');
    }).observe(document.querySelector('main')!, { subtree: true, childList: true, characterData: true });
  });
  await main.getByRole('button', { name: 'Solve', exact: true }).click();
  await main.getByText('IDA* is searching').waitFor({ timeout: 60_000 });
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  const building = seen.filter((text) => text.includes('IDA* is being prepared'));
  expect(building.some((text) => /Database 6-6-3.*6 tiles of a 4x4 board.*[1-9]\d? %.*\d (ms|s)$/.test(text)), building.join('\n')).toBe(true);
  expect(building.some((text) => text.includes('3 tiles of a 4x4 board'))).toBe(true);
  await main.getByRole('button', { name: 'Cancel' }).click();
});

it('the tables of the cube show their progress', async () => {
  const visit = await open();
  const { page } = visit;
  await visit.go('#cube?cube.stickers=UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Solve (two-phase)' }).click();
  await expect.poll(() => main.innerText(), { interval: 20, timeout: 30_000 }).toMatch(/table of two-phase: \d+ %, \d/);
  await expect.poll(() => main.innerText(), { timeout: 60_000 }).toMatch(/\b1 turn\b/);
});

it('a proven length is the distance from there on, on boards too large for the search while one plays', async () => {
  const visit = await open(`#solve?board=${FIVE}`);
  const { page } = visit;
  const main = page.getByRole('main');
  const distance = figure(page, 'Optimal from here');
  await expect.poll(() => distance.innerText(), { timeout: 30_000 }).toMatch(/≥/);
  await main.getByRole('button', { name: 'Solve', exact: true }).click();
  await expect.poll(() => main.innerText(), { timeout: 60_000 }).toMatch(/\b4 moves\b/);
  await expect.poll(() => distance.innerText()).toBe('4');
  await page.getByRole('slider', { name: 'Position in the solution' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => distance.innerText()).toBe('3');
  await page.getByRole('link', { name: 'Board' }).click();
  await expect.poll(() => distance.innerText()).toBe('4');
});

it('the axis of time begins near the least time', async () => {
  const visit = await open(`#race?board=${HARDEST}&lanes=idastar~manhattan;idastar~hamming&race.mode=speed`);
  const { page } = visit;
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Start the race' }).click();
  const times = () => main.locator('svg.chart > text').allInnerTexts();
  await page.waitForTimeout(3_000);
  await main.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(times).not.toEqual([]);
  const lines = main.locator('svg.chart polyline');
  const points = await lines.evaluateAll((all) => all.map((line) => line.getAttribute('points')!));
  const width = (await main.locator('svg.chart').getAttribute('viewBox'))!.split(' ').map(Number)[2]!;
  // The first point of a lane is its first report. Before the earlier of these, the axis has at most a decade.
  const first = Math.min(...points.map((line) => Number(line.split(',')[0])));
  const decades = (await times()).length - 1;
  expect(first, `${points.join('; ')} of ${width}`).toBeLessThan(52 + (width - 68) / Math.max(1, decades));
  expect((await times()).join(' ')).not.toContain('µs');
  await visit.picture('race-axis');
});

it('messages and names are those of people', async () => {
  const visit = await open('#board?board=213456780');
  const { page } = visit;
  // The pair of the first inversion is exchanged, and the board is solved.
  await page.getByRole('button', { name: 'Exchange 1 and 2' }).click();
  await expect.poll(() => page.getByRole('application').innerText()).toContain('Row 1\t1\t2\t3');
  await page.getByText('Enter a board').click();
  await page.getByLabel('Tiles in reading order').fill('3');
  await expect.poll(() => page.getByRole('main').innerText()).toContain('1 tile does not make a square board');
  await visit.go('#cube?cube.stickers=UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU');
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/The colour (white \(U\) is on 10|blue \(B\) is on 8) stickers/);
  await visit.picture('cube-impossible');
  await visit.go('#explain?board=867254301&explain.drawing=patterns');
  await expect.poll(() => page.getByRole('main').innerText(), { timeout: 30_000 }).toContain('Database 4-4');
  expect(await page.getByRole('main').innerText()).not.toContain('pdb:');
  await visit.go('#solve?heuristic=pdb:4-4');
  const heuristic = page.getByRole('main').getByLabel('Heuristic');
  await expect.poll(() => heuristic.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.label)).toBe('Database 4-4');
});

it('a cancelled search for a cube shows its progress and no older solution', async () => {
  const visit = await open('#cube?cube.stickers=UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB');
  const { page } = visit;
  const main = page.getByRole('main');
  const solve = main.getByRole('button', { name: 'Solve (two-phase)' });
  const steps = main.getByRole('group', { name: 'Steps of the solution' });
  await solve.click();
  await steps.waitFor({ timeout: 60_000 });
  await main.getByRole('button', { name: 'Scramble' }).click();
  await expect.poll(() => steps.count()).toBe(0);
  await solve.click();
  await steps.waitFor({ timeout: 60_000 });
  await main.getByText('Options').click();
  await main.getByText('10 s', { exact: true }).click();
  await solve.click();
  await expect.poll(() => main.innerText(), { timeout: 30_000 }).toMatch(/best: \d+ turns/);
  await main.getByRole('button', { name: 'Cancel' }).click({ timeout: CANCELLED_WITHIN });
  await expect.poll(() => main.innerText()).toMatch(/The search was cancelled\. .*[\d,]+ states expanded in \d+\.\d s/);
  expect(await steps.count()).toBe(0);
  await visit.picture('cube-cancelled');
});

it('panels of searches fit a phone', async () => {
  const visit = await open(`#solve?board=${HARDEST}&heuristic=pdb:6-6-3&algorithm=idastar`, { viewport: { width: 400, height: 800 } });
  const { page } = visit;
  const main = page.getByRole('main');
  const fits = async (name: string) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    await visit.picture(`phone-${name}`);
    expect(width, name).toBeLessThanOrEqual(400);
  };
  await main.getByRole('button', { name: 'Solve', exact: true }).click();
  await main.getByText('tiles of a 4x4 board').waitFor({ timeout: 30_000 });
  await fits('table');
  await main.getByText('IDA* is searching').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(500);
  await main.getByRole('button', { name: 'Cancel' }).click();
  await fits('cancelled');
  await visit.go('#solve?board=867254301&solve.solution=LDRDLURURDDLUURDDLUULDDRUURDLLU&solve.by=astar~linear-conflict&solve.at=3');
  await main.getByText('This solution is from the address.').waitFor();
  await fits('address');
  await visit.go('#race?board=867254301&race.mode=step&race.at=4');
  await main.getByRole('slider').first().waitFor({ timeout: 30_000 });
  await fits('race');
  await visit.go('#cube?cube.stickers=UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU');
  await main.getByText('The colour').waitFor();
  await fits('cube');
  await visit.go('#board?board=213456780');
  await main.getByRole('button', { name: 'Exchange 1 and 2' }).waitFor();
  await fits('unsolvable');
});

it('runs on a board stay in a table, and are copied as CSV', async () => {
  const visit = await open('#solve?board=867254301&algorithm=astar&heuristic=manhattan');
  const { page, context } = visit;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const main = page.getByRole('main');
  const runs = main.getByRole('region', { name: 'Runs on this board' });
  const solve = main.getByRole('button', { name: 'Solve', exact: true });
  await solve.click();
  await expect.poll(() => runs.locator('tbody tr').count(), { timeout: 30_000 }).toBe(1);
  await main.getByLabel('Algorithm').selectOption('greedy');
  await solve.click();
  await expect.poll(() => runs.locator('tbody tr').count(), { timeout: 30_000 }).toBe(2);
  await page.reload();
  await expect.poll(() => runs.locator('tbody tr').count()).toBe(2);
  await runs.getByRole('button', { name: 'Copy as CSV' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Algorithm,Heuristic,Threads,Length,Expanded,Generated,Time\nastar,manhattan,1,31,6728,10982,[\d.e-]+\ngreedy,manhattan,1,45,66,108,[\d.e-]+\n$/);
  // The table is of one board.
  await visit.go('#solve?board=123456078');
  await expect.poll(() => runs.count()).toBe(0);
});

it('averages over random boards are those of the search', async () => {
  const visit = await open('#solve?board=867254301&heuristic=manhattan');
  const { page } = visit;
  const averages = page.getByRole('main').getByRole('region', { name: 'Averages over 100 random boards' });
  await averages.getByRole('button', { name: 'Solve the boards' }).click();
  await averages.getByRole('button', { name: 'Solve the boards' }).waitFor({ timeout: 60_000 });
  const rows = await averages.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  expect(rows.map(([algorithm]) => algorithm)).toEqual(['Breadth-first', 'A*', 'Weighted A*, W = 1.5', 'Weighted A*, W = 3', 'Greedy']);
  expect(rows.every((row) => row[2] === '100')).toBe(true);
  const lengths = rows.map((row) => Number(row[3]));
  // Optimal searches agree, and suboptimal solutions are longer.
  expect(lengths[0]).toBe(lengths[1]);
  expect(lengths.toSorted((a, b) => a - b)).toEqual(lengths);
  const expanded = rows.map((row) => Number(row[4]!.replaceAll(',', '')));
  expect(expanded.toSorted((a, b) => b - a)).toEqual(expanded);
  await visit.picture('solve-averages');
});

it('averages over boards of 4x4 show their progress, and can be cancelled', async () => {
  const visit = await open(`#solve?board=${HARDEST}`, { viewport: { width: 400, height: 800 } });
  const { page } = visit;
  const averages = page.getByRole('main').getByRole('region', { name: 'Averages over 100 random boards of 4×4' });
  await averages.getByRole('button', { name: 'Solve the boards' }).click();
  const row = (name: string) => averages.locator('tbody tr').filter({ has: page.getByText(name, { exact: true }) }).locator('td');
  // Slow searches come first, one after the other in each worker. A hundred boards take minutes on a busy machine.
  await expect.poll(() => row('IDA*').nth(2).innerText(), { timeout: 60_000 }).toMatch(/^[1-9]\d*$/);
  expect(await row('IDA*').nth(1).innerText()).toBe('Database 5-5-5');
  // The diameter bounds an average of any number of boards.
  const average = Number(await row('IDA*').nth(3).innerText());
  expect(average).toBeGreaterThan(0);
  expect(average).toBeLessThanOrEqual(80);
  await averages.getByRole('button', { name: 'Cancel' }).click({ timeout: CANCELLED_WITHIN });
  await averages.getByRole('button', { name: 'Solve the boards' }).waitFor({ timeout: CANCELLED_WITHIN });
  await visit.picture('solve-averages-4x4');
  // The figures are of one size.
  await visit.go('#solve?board=867254301');
  await page.getByRole('region', { name: 'Averages over 100 random boards of 3×3' }).waitFor();
  expect(await page.locator('section[aria-labelledby=averages-title] tbody tr').count()).toBe(0);
});
