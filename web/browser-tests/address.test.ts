import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { figure, useBrowser } from './browser.ts';

const open = useBrowser();

/** The tiles of the board in reading order, as it is read aloud. */
const tiles = (page: Page) => page.getByRole('application').innerText();

it('Back returns to the board before a scramble and before an edited board', async () => {
  const visit = await open('#board?board=123456078');
  const { page } = visit;
  const board = page.getByRole('application', { name: '3×3 board' });
  await board.focus();
  // The address follows a move some time later, but the step before the scramble must have it.
  await page.keyboard.press('ArrowLeft');
  const played = await tiles(page);
  await page.getByRole('button', { name: 'Scramble' }).click();
  await expect.poll(() => tiles(page)).not.toBe(played);
  await expect.poll(() => page.url()).not.toContain('board=123456078');
  const scrambled = await tiles(page);
  await page.getByText('Enter a board').click();
  await page.getByLabel('Tiles in reading order').fill('8 6 7 2 5 4 3 0 1');
  await page.getByRole('button', { name: 'Use this board' }).click();
  await expect.poll(() => page.url()).toContain('board=867254301');
  await page.goBack();
  await expect.poll(() => tiles(page)).toBe(scrambled);
  await page.goBack();
  await expect.poll(() => tiles(page)).toBe(played);
  expect(await figure(page, 'Moves').innerText()).toBe('1');
  await page.goForward();
  await expect.poll(() => tiles(page)).toBe(scrambled);
});

it('Back returns to the cube before a scramble', async () => {
  const visit = await open('#cube');
  const { page } = visit;
  const main = page.getByRole('main');
  await expect.poll(() => main.innerText()).toContain('The cube is solved.');
  await main.getByRole('button', { name: 'Scramble' }).click();
  await expect.poll(() => main.innerText()).toContain('This cube can be solved.');
  await page.goBack();
  await expect.poll(() => main.innerText()).toContain('The cube is solved.');
});

it('a link shows the same solution at the same step', async () => {
  const visit = await open('#solve?board=867254301&algorithm=astar&heuristic=linear-conflict');
  const { page } = visit;
  const main = page.getByRole('main');
  const position = page.getByRole('slider', { name: 'Position in the solution' });
  await main.getByRole('button', { name: 'Solve', exact: true }).click();
  await expect.poll(() => position.getAttribute('max'), { timeout: 30_000 }).toBe('31');
  await position.focus();
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.url()).toMatch(/solve\.at=7\b/);
  const [link, shown] = [page.url(), await tiles(page)];
  const moves = await main.locator('.moves').innerText();
  await page.goto('about:blank');
  await page.goto(link);
  await expect.poll(() => position.inputValue()).toBe('7');
  expect(await position.getAttribute('max')).toBe('31');
  expect(await tiles(page)).toBe(shown);
  expect(await main.locator('.moves').innerText()).toBe(moves);
  expect(await main.innerText()).toContain('This solution is from the address.');
  expect(await figure(page, 'Algorithm').innerText()).toBe('A*');
  expect(await figure(page, 'Heuristic').innerText()).toBe('Linear conflict');
  await visit.picture('solve-from-address');
  // The page refuses moves that do not reach the goal.
  await visit.go('#solve?board=867254301&solve.solution=DDR');
  await expect.poll(() => page.locator('body').innerText()).toContain('these moves do not lead to the goal');
  await expect.poll(() => position.isDisabled()).toBe(true);
});

it('a link records a race again and shows the same step', async () => {
  const visit = await open('#race?board=867254301&lanes=astar~manhattan;greedy~manhattan&race.mode=step');
  const { page } = visit;
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Start the race' }).click();
  const position = main.getByRole('region', { name: 'In step' }).getByRole('slider');
  await position.waitFor({ timeout: 30_000 });
  await position.focus();
  // A key ends the replay.
  await page.keyboard.press('Home');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.url()).toMatch(/race\.at=5\b/);
  const link = page.url();
  const stepper = page.getByRole('region', { name: 'In step' });
  const shown = await stepper.innerText();
  await page.goto('about:blank');
  await page.goto(link);
  await position.waitFor({ timeout: 30_000 });
  await expect.poll(() => position.inputValue()).toBe('5');
  expect(await stepper.innerText()).toBe(shown);
  await visit.picture('race-from-address');
  // Other lanes are another recording.
  await main.getByRole('button', { name: 'Remove lane 2' }).click();
  await expect.poll(() => position.count()).toBe(0);
  await expect.poll(() => page.url()).not.toContain('race.at');
});
