/** Icons on a grid of 24, drawn as one path each. */

export const ICONS = {
  brand: 'M3 3h8v8H3zM13 3h8v8h-8zM3 13h8v8H3z',
  board: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4z',
  solve: 'M5 18a2 2 0 1 0 4 0 2 2 0 0 0-4 0m10-12a2 2 0 1 0 4 0 2 2 0 0 0-4 0M9 18h5a3.5 3.5 0 0 0 0-7h-4a2.5 2.5 0 0 1 0-5h5',
  race: 'M4 6h9M4 12h15M4 18h6M16 6h.01M13 18h.01',
  explain: 'M12 4v4M12 8l-6 5M12 8l6 5M6 13v3M18 13v3M4 18h4M16 18h4M10 4h4M12 13v7',
  spaces: 'M4 20h16M6 20v-4M10 20V9M14 20V5M18 20v-8',
  cube: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  auto: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  light: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5',
  about: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5M12 8h.01',
  close: 'M6 6l12 12M18 6L6 18',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  restart: 'M4 4v6h6M4.5 10A8 8 0 1 1 4 14',
  shuffle: 'M3 7h4l10 10h4M18 14l3 3-3 3M3 17h4l3-3M14 10l3-3h4M18 4l3 3-3 3',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.7 1 1.5 1 2.5h6c0-1 .2-1.8 1-2.5A6 6 0 0 0 12 3',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  stepForward: 'M6 5l9 7-9 7zM18 5v14',
  stepBack: 'M18 5l-9 7 9 7zM6 5v14',
  toStart: 'M19 5l-7 7 7 7M12 5l-7 7 7 7',
  toEnd: 'M5 5l7 7-7 7M12 5l7 7-7 7',
  stop: 'M6 6h12v12H6z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  download: 'M12 4v11M7 10l5 5 5-5M5 20h14',
} as const;

export type IconName = keyof typeof ICONS;

export function Icon({ path, filled }: { path: string; filled?: boolean }) {
  return (
    <svg class={filled ? 'icon filled' : 'icon'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
