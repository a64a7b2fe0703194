import type { Direction } from '../../puzzle/moves';
import { playAgain, slideTowards, takeBack } from './game';

const ARROWS: Record<string, Direction> = {
  ArrowUp: 'U',
  ArrowDown: 'D',
  ArrowLeft: 'L',
  ArrowRight: 'R',
};

/** True if an element uses the arrow keys itself. */
function usesArrows(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [role="slider"], [contenteditable]') !== null;
}

/** Plays by arrow keys wherever the focus is, except in fields. */
export function onKey(event: KeyboardEvent): void {
  if (usesArrows(event.target) || event.altKey) return;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && (key === 'y' || (key === 'z' && event.shiftKey))) playAgain();
  else if (command && key === 'z') takeBack();
  else if (!command && ARROWS[event.key]) slideTowards(ARROWS[event.key]!, event.shiftKey);
  else return;
  event.preventDefault();
}
