import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app';
import { openEngine } from './open-engine';
import { theme } from './state/settings';
import { followAddress } from './state/store';
import './style.css';

effect(() => {
  if (theme.value === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.value;
});

followAddress();
render(<App engine={openEngine()} />, document.getElementById('app')!);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => {
    navigator.serviceWorker.register('./sw.js').catch(() => {
      // Without it the page works, but not offline.
    });
  });
}
