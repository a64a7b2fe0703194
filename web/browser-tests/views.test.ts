import { open as openEngine } from 'loyd';
import { expect, it } from 'vitest';
import { CANCELLED_WITHIN, HARDEST, figure, useBrowser } from './browser.ts';

const open = useBrowser();

/** Two moves from the goal. */
const NEAR = '#board?board=123456078';

it('a board is played by keys and clicks to the end', async () => {
  const visit = await open(NEAR);
  const { page } = visit;
  const board = page.getByRole('application', { name: '3×3 board' });
  await board.waitFor();
  await expect.poll(() => figure(page, 'Optimal from here').innerText()).toBe('2');
  await board.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => figure(page, 'Moves').innerText()).toBe('1');
  await expect.poll(() => figure(page, 'Optimal from here').innerText()).toBe('1');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => figure(page, 'Moves').innerText()).toBe('0');
  await page.getByRole('button', { name: 'Redo' }).click();
  // The tile 8, right of the blank.
  const box = (await board.boundingBox())!;
  await page.mouse.click(box.x + (box.width * 5) / 6, box.y + (box.height * 5) / 6);
  await expect.poll(() => figure(page, 'Moves').innerText()).toBe('2');
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/solved/i);
  await expect.poll(() => page.url()).toContain('moves=');
});

it('a touch slides a tile on a phone', async () => {
  const visit = await open(NEAR, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = visit;
  const board = page.getByRole('application', { name: '3×3 board' });
  const box = (await board.boundingBox())!;
  await page.touchscreen.tap(box.x + box.width / 2, box.y + (box.height * 5) / 6);
  await expect.poll(() => figure(page, 'Moves').innerText()).toBe('1');
});

it('a board without a solution is explained', async () => {
  const visit = await open('#board?board=2,1,3,4,5,6,7,8,0');
  const { page } = visit;
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/cannot|no solution|unsolvable/i);
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/inversion/i);
});

it('a wrong address shows a message and the default', async () => {
  const visit = await open('#board?board=1,2,3');
  const { page } = visit;
  await expect.poll(() => page.locator('body').innerText()).toMatch(/1,2,3/);
  await page.getByRole('application').waitFor();
});

it('a random fifteen puzzle is solved optimally, and the solution is stepped through', async () => {
  const visit = await open('#solve?board=14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3&goal=blank-first',
  );
  const { page } = visit;
  await page.getByRole('main').getByRole('button', { name: 'Solve', exact: true }).click();
  const position = page.getByRole('slider', { name: 'Position in the solution' });
  await expect.poll(() => position.getAttribute('max'), { timeout: 30_000 }).toBe('57');
  await position.focus();
  await page.keyboard.press('End');
  await expect.poll(() => position.inputValue()).toBe('57');
  await expect.poll(() => page.getByRole('main').innerText()).toContain('Row 4\t12\t13\t14\t15');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => position.inputValue()).toBe('56');
  await visit.picture('solve-57-moves');
});

it('several workers find the same length, and cancelling ends them all', async () => {
  const visit = await open('#solve?board=14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3&goal=blank-first&algorithm=idastar&heuristic=linear-conflict');
  const { page } = visit;
  const main = page.getByRole('main');
  await main.getByLabel('Workers').selectOption('2');
  await main.getByRole('button', { name: 'Solve', exact: true }).click();
  const position = page.getByRole('slider', { name: 'Position in the solution' });
  await expect.poll(() => position.getAttribute('max'), { timeout: 60_000 }).toBe('57');
  expect(await main.innerText()).toMatch(/optimal/);
  await visit.picture('solve-workers');
  expect(page.url()).toContain('workers=2');
  await visit.go(`#solve?board=${HARDEST}&algorithm=idastar&heuristic=manhattan&solve.workers=2`);
  await main.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.waitForTimeout(1_000);
  const busy = page.workers().length;
  await main.getByRole('button', { name: /cancel/i }).first().click();
  await main.getByRole('button', { name: 'Solve', exact: true }).waitFor({ timeout: CANCELLED_WITHIN });
  expect(await main.innerText()).toContain('The search was cancelled.');
  // The worker that keeps the distance up to date stays. Chromium gives busy workers two seconds.
  await expect.poll(() => page.workers().length, { timeout: 10_000 }).toBe(busy - 2);
});

it('a hard search is cancelled at once, and the next one uses the same tables', async () => {
  const visit = await open(`#solve?board=${HARDEST}&heuristic=pdb:5-5-5`);
  const { page } = visit;
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Solve', exact: true }).click();
  const cancel = main.getByRole('button', { name: /cancel|stop/i }).first();
  await cancel.waitFor();
  await page.waitForTimeout(3_000);
  await cancel.click();
  await main.getByRole('button', { name: 'Solve', exact: true }).waitFor({ timeout: CANCELLED_WITHIN });
  expect(await main.innerText()).toContain('The search was cancelled.');
  await visit.go('#solve?board=2,7,1,8,5,3,4,11,13,9,14,15,6,0,10,12&heuristic=pdb:5-5-5');
  await main.getByRole('button', { name: 'Solve', exact: true }).click();
  await expect.poll(() => main.innerText(), { timeout: 30_000 }).toMatch(/30 moves|Length\s+30/);
});

it('lanes race in step and at full speed, and their solutions play side by side', async () => {
  const visit = await open('#race');
  const { page } = visit;
  const main = page.getByRole('main');
  expect(await main.getByLabel('Lanes').inputValue()).toBe('pair');
  await main.getByLabel('Lanes').selectOption('A* against weighted A*');
  await main.getByRole('button', { name: 'Start the race' }).click();
  await expect.poll(() => main.getByRole('slider').count(), { timeout: 30_000 }).toBe(2);
  await visit.picture('race-in-step');
  await main.getByText('Full speed', { exact: true }).click();
  await main.getByRole('button', { name: 'Start the race' }).click();
  const rows = main.locator('.results tbody tr');
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(4);
  // A greater weight means fewer expansions on the board of the first visit.
  const expanded = await rows.evaluateAll((all) =>
    all.map((row) => [row.children[0]!.textContent!.trim(), Number(row.children[2]!.textContent!.replace(/[^\d]/g, ''))] as const),
  );
  const of = (name: RegExp) => expanded.find(([lane]) => name.test(lane))![1];
  expect(of(/A\*, Manhattan/)).toBeGreaterThan(4 * of(/W = 1.5/));
  expect(of(/W = 1.5/)).toBeGreaterThan(of(/W = 3/));
  const solutions = main.getByRole('region', { name: 'Solutions side by side' });
  await solutions.getByRole('slider').focus();
  await page.keyboard.press('End');
  await expect.poll(() => solutions.innerText()).toContain('Move 32 of 32');
  expect(await main.getByLabel('Threads').count()).toBe(0);
});

it('a search is explained step by step, forward and backward', async () => {
  const visit = await open('#explain?board=867254301');
  const { page } = visit;
  const moment = page.getByRole('slider', { name: 'Moment' });
  await moment.waitFor();
  const why = page.getByRole('region', { name: 'Why' });
  await expect.poll(() => why.innerText()).toMatch(/start/i);
  for (let step = 0; step < 5; step += 1) {
    await page.getByRole('button', { name: 'Forward', exact: true }).click();
  }
  await expect.poll(() => why.innerText()).toMatch(/least f|f =|smallest/i);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await visit.picture('explain-step');
});

it('the heuristics drawn on the board have the values of the engine', async () => {
  const visit = await open('#explain?board=14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3&goal=blank-first');
  const { page } = visit;
  const board = page.getByRole('region', { name: 'Current board' });
  await expect.poll(() => figure(page, 'manhattan').innerText()).toBe('41');
  for (const drawing of ['Manhattan', 'Linear conflict', 'Hamming', 'Walking Distance', 'Pattern database']) {
    await board.getByText(drawing, { exact: true }).click();
    if (!['Manhattan', 'Linear conflict', 'Hamming'].includes(drawing)) continue;
    // What the page computes for its drawing, beside what the engine computes.
    const values = page.locator('[data-own][data-engine]');
    await expect.poll(() => values.first().getAttribute('data-engine')).toMatch(/^\d+$/);
    const pairs = await values.evaluateAll((all) =>
      all.map((one) => [one.getAttribute('data-own'), one.getAttribute('data-engine')]),
    );
    for (const [own, engine] of pairs) expect(own, drawing).toBe(engine);
  }
  await visit.picture('explain-heuristics');
});

it('a space is enumerated in the browser', async () => {
  const visit = await open('#spaces');
  const { page } = visit;
  const space = page.getByRole('combobox', { name: 'Space' });
  await space.selectOption({ label: '3×3' });
  await expect.poll(() => page.getByRole('main').innerText(), { timeout: 30_000 }).toMatch(/181,440/);
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/31/);
  await visit.picture('spaces-3x3');
});

it('a cube is scrambled and solved by keys', async () => {
  const visit = await open('#cube');
  const { page } = visit;
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Scramble' }).click();
  await main.getByRole('button', { name: 'Solve (two-phase)' }).click();
  await expect.poll(() => main.innerText(), { timeout: 30_000 }).toMatch(/\b(1[0-9]|2[01]) (moves|turns)/);
  await visit.picture('cube-solved');
});

it('the board of a day has a par, and its result is shared and stays', async () => {
  const day = '2026-11-27';
  const visit = await open(`#board?board.day=${day}`);
  const { page, context } = visit;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const main = page.getByRole('main');
  const board = page.getByRole('application', { name: '3×3 board' });
  await expect.poll(() => main.innerText()).toMatch(new RegExp(`${day}, par \\d+`));
  const loyd = await openEngine();
  const rows = await board.locator('tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
  const { moves } = await loyd.solve({ board: rows.flat().join(' ').replace('blank', '0') });
  loyd.close();
  const keys: Record<string, string> = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
  const played = moves!.split(' ');
  await board.focus();
  for (const move of played) await page.keyboard.press(keys[move]!);
  const result = `loyd, board of ${day}: ${played.length} moves, par ${played.length}, `;
  await expect.poll(() => main.innerText()).toContain(result);
  expect(await main.innerText()).toContain('A personal best.');
  await main.getByRole('button', { name: 'Copy the result' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`#board?board.day=${day}`);
  await visit.picture('board-of-the-day');
  await main.getByRole('button', { name: 'Restart' }).click();
  await page.reload();
  await expect.poll(() => main.innerText()).toContain(result);
  await expect.poll(() => main.innerText()).toMatch(/Personal best on 3×3: \d:\d\d, optimal\./);
  // Another board is not the board of the day.
  await main.getByRole('button', { name: 'Scramble' }).click();
  await expect.poll(() => page.url()).not.toContain('board.day');
});

it('About names the source, the licence and the documents', async () => {
  const visit = await open();
  const { page } = visit;
  await page.getByRole('button', { name: 'About loyd' }).click();
  const dialog = page.getByRole('dialog', { name: 'About loyd' });
  await expect.poll(() => dialog.innerText()).toMatch(/Source[^]*Licence[^]*Documents/);
  const licences = await dialog.getByRole('link').evaluate((link: HTMLAnchorElement) => fetch(link.href).then((answer) => answer.status));
  expect(licences).toBe(200);
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
});

it('a cube follows the cursor in an algorithm with wide turns, slices and rotations', async () => {
  const visit = await open('#cube');
  const { page } = visit;
  const main = page.getByRole('main');
  const field = main.getByLabel('Algorithm');
  await field.pressSequentially("M2 Rw x' U");
  const solved = 'The cube is solved.';
  await expect.poll(() => page.url()).toMatch(/cube\.solution=M2Rwx'U&?.*/);
  await expect.poll(() => main.innerText()).not.toContain(solved);
  for (let key = 0; key < 9; key += 1) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => main.innerText()).toContain(solved);
  await page.keyboard.press('End');
  await expect.poll(() => page.url()).toMatch(/cube\.at=4/);
  await visit.picture('cube-algorithm');
  await field.fill('M Q');
  await expect.poll(() => main.innerText()).toContain('Write turns such as');
  await field.fill("Rw L' x'");
  // The same as a turn of the left layer and back, with the cube held as before.
  await expect.poll(() => main.innerText()).toContain(solved);
});
