/** The cube in space as a component. three.js is loaded when it is first shown. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../../state/settings';
import { cube as texts } from '../../texts/cube';
import { FACES, turn, type Face, type Turn } from './model/stickers';
import type { CubeScene } from './scene';

interface Props {
  stickers: string;
  side: number;
  /** The turn that led to the cube from the one before; null to show it at once. */
  lastTurn: Turn | null;
  milliseconds: number;
  onTurn: (turn: Turn) => void;
}

function webGlWorks(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

function colours(element: Element): Record<Face, string> {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    FACES.map((face) => [face, style.getPropertyValue(`--cube-${face}`).trim() || '#888']),
  ) as Record<Face, string>;
}

export function CubeDrawing({ stickers, side, lastTurn, milliseconds, onTurn }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<CubeScene | null>(null);
  const shown = useRef('');
  const latest = useRef({ stickers, onTurn });
  latest.current = { stickers, onTurn };
  const [state, setState] = useState<'loading' | 'ready' | 'missing'>('loading');

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let stale = false;
    let observer: ResizeObserver | null = null;
    const start = async () => {
      if (!webGlWorks()) throw new Error('no WebGL');
      const { createScene } = await import('./scene');
      if (stale) return;
      const drawing = createScene(element, side, { onTurn: (step) => latest.current.onTurn(step) });
      scene.current = drawing;
      drawing.setColours(colours(element), bodyColour(element));
      drawing.resize();
      shown.current = latest.current.stickers;
      drawing.show(shown.current);
      observer = new ResizeObserver(() => drawing.resize());
      observer.observe(element);
      setState('ready');
    };
    start().catch(() => !stale && setState('missing'));
    return () => {
      stale = true;
      observer?.disconnect();
      scene.current?.dispose();
      scene.current = null;
    };
  }, [side]);

  useEffect(() => {
    const drawing = scene.current;
    if (!drawing || shown.current === stickers) return;
    const before = shown.current;
    shown.current = stickers;
    if (lastTurn && turn(before, lastTurn) === stickers) void drawing.animate(lastTurn, stickers, milliseconds);
    else drawing.show(stickers);
  }, [stickers, state]);

  useEffect(() => {
    const repaint = () =>
      canvas.current && scene.current?.setColours(colours(canvas.current), bodyColour(canvas.current));
    repaint();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', repaint);
    return () => dark.removeEventListener('change', repaint);
  }, [theme.value, state]);

  if (state === 'missing') return <p class="quiet cube-missing">{texts.noWebGl}</p>;
  return (
    <>
      <div class="cube-space" aria-busy={state === 'loading'}>
        {/* Another canvas for another cube: a context belongs to its canvas for good. */}
        <canvas key={side} ref={canvas} role="img" aria-label={texts.drawing} />
        {state === 'loading' && <span class="quiet small cube-loading">{texts.loadingScene}</span>}
      </div>
      <p class="quiet small cube-help">{texts.drawingHelp}</p>
    </>
  );
}

function bodyColour(element: Element): string {
  return getComputedStyle(element).color || '#15181d';
}
