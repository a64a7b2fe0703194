import { expect, it } from 'vitest';
import { useBrowser } from './browser.ts';

const open = useBrowser();

/** The five minutes of docs/page.md, twice in one tab, with a picture of each step. */
it('the tour of the documentation can be walked', async () => {
  const visit = await open();
  const { page } = visit;
  const main = page.getByRole('main');
  const text = () => main.innerText();
  const view = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

  // A second round finds what the first has left behind: styles, recordings, tables.
  for (let round = 1; round <= 2; round += 1) {
    // Board: scramble 3x3, play with the arrow keys, ask for a hint.
    await visit.go('#board?board=123456780');
    await main.getByRole('button', { name: 'Scramble', exact: true }).click();
    await expect.poll(text).toMatch(/Optimal from here\s+[1-9]/);
    await main.getByRole('application').focus();
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    await expect.poll(text).toMatch(/Moves\s+[1-9]/);
    await main.getByRole('button', { name: 'Hint' }).click();
    await visit.picture('tour-1-board');

    // An impossible board.
    await main.getByText('Enter a board', { exact: true }).click();
    await main.getByLabel('Tiles in reading order').fill('2 1 3 4 5 6 7 8 0');
    await main.getByRole('button', { name: 'Use this board' }).click();
    await expect.poll(text).toMatch(/inversion/i);
    await visit.picture('tour-2-impossible');

    // Solve one of the hardest boards in two ways, and step back into the solution.
    await visit.go('#solve?board=867254301');
    const expanded: string[] = [];
    for (const algorithm of ['bfs', 'astar']) {
      await main.getByLabel('Algorithm').selectOption(algorithm);
      if (algorithm === 'astar') await main.getByLabel('Heuristic').selectOption('manhattan');
      await main.getByRole('button', { name: 'Solve', exact: true }).click();
      await expect.poll(text, { timeout: 30_000 }).toMatch(/31 moves[\s\S]*Expanded\s+[\d,]+/);
      await expect.poll(text).toMatch(algorithm === 'bfs' ? /Breadth-first\n/ : /Manhattan\n?/);
      expanded.push(/Expanded\s+([\d,]+)/.exec(await text())![1]!);
    }
    const [uninformed, informed] = expanded.map((count) => Number(count.replaceAll(',', '')));
    expect(informed!).toBeLessThan(uninformed! / 2);
    const position = page.getByRole('slider', { name: 'Position in the solution' });
    await position.focus();
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
    await expect.poll(() => position.inputValue()).toBe('10');
    await visit.picture('tour-3-solve');

    // Race, at full speed and in step.
    await view('Race');
    await main.getByRole('button', { name: 'Start the race' }).click();
    await expect.poll(text, { timeout: 30_000 }).toMatch(/31/);
    await visit.picture('tour-4-race');

    // Explain: ten steps of A*.
    await view('Explain');
    await page.getByRole('slider', { name: 'Moment' }).waitFor();
    for (let step = 0; step < 10; step += 1) await page.getByRole('button', { name: 'Forward', exact: true }).click();
    await expect.poll(() => page.getByRole('region', { name: 'Why' }).innerText()).toMatch(/f/);
    await visit.picture('tour-5-explain');

    // Spaces: all of 3x3, and one of the farthest boards to play.
    await view('Spaces');
    await page.getByRole('combobox', { name: 'Space' }).selectOption({ label: '3×3' });
    await expect.poll(text, { timeout: 30_000 }).toMatch(/181,440/);
    await visit.picture('tour-6-spaces');
    await main.getByRole('button', { name: /^Play / }).first().click();
    await expect.poll(text, { timeout: 10_000 }).toMatch(/Optimal from here\s+31/);

    // Cube.
    await view('Cube');
    await main.getByRole('button', { name: 'Scramble' }).click();
    await main.getByRole('button', { name: 'Solve (two-phase)' }).click();
    await expect.poll(text, { timeout: 30_000 }).toMatch(/\b(1[0-9]|2[01]) (moves|turns)/);
    await visit.picture('tour-7-cube');
  }
}, 120_000);

it('a cube is turned by touch on a phone', async () => {
  const visit = await open('#cube', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = visit;
  const main = page.getByRole('main');
  const before = page.url();
  await main.getByRole('button', { name: 'R clockwise', exact: true }).tap();
  await expect.poll(() => page.url()).not.toBe(before);
  await expect.poll(() => main.innerText()).toContain('This cube can be solved.');
  await main.getByRole('button', { name: 'Solve (two-phase)' }).tap();
  await expect.poll(() => main.innerText(), { timeout: 30_000 }).toMatch(/\b1 turn\b/);
  await visit.picture('tour-8-cube-phone');
});
