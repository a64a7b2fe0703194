import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { About } from './components/about';
import { ICONS, Icon } from './components/icons';
import type { Engine } from './engine/protocol';
import { theme } from './state/settings';
import { addressOf, announcement, enginePlace, messages, view } from './state/store';
import { VIEWS, type ViewName } from './state/url';
import { texts } from './texts';

type View = ComponentType<{ engine: Engine }>;

const modules = import.meta.glob<Record<string, View>>('./views/*/index.tsx');
const loaded = new Map<ViewName, View>();

async function loadView(name: ViewName): Promise<View> {
  const load = modules[`./views/${name}/index.tsx`];
  const exported = load ? Object.entries(await load()).find(([key]) => key.endsWith('View')) : undefined;
  if (!exported) throw new Error(texts.common.failed);
  loaded.set(name, exported[1]);
  return exported[1];
}

export function App({ engine }: { engine: Engine }) {
  return (
    <>
      <a class="skip" href="#content" onClick={focusContent}>
        {texts.shell.skip}
      </a>
      <Header />
      <Messages />
      <main id="content" tabIndex={-1} data-view={view.value}>
        <CurrentView engine={engine} />
      </main>
      <div class="visually-hidden" role="status" aria-live="polite">
        {announcement.value}
      </div>
    </>
  );
}

function focusContent(event: Event) {
  // The hash of the address holds the state, so the link must not change it.
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** Shows a view without a new page; with a modifier key the browser opens a separate tab or window. */
function follow(event: MouseEvent, name: ViewName) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  view.value = name;
}

function Header() {
  return (
    <header class="header">
      <a class="brand" href={addressOf('board')} aria-label={texts.shell.title} onClick={(event) => follow(event, 'board')}>
        <Icon path={ICONS.brand} />
        <span>{texts.shell.title}</span>
      </a>
      <nav class="tabs" aria-label={texts.shell.views}>
        {VIEWS.map((name) => (
          <a
            key={name}
            href={addressOf(name)}
            aria-current={view.value === name ? 'page' : undefined}
            onClick={(event) => follow(event, name)}
            onPointerEnter={() => void loadView(name).catch(() => undefined)}
          >
            <Icon path={ICONS[name]} />
            <span>{texts.shell.view[name]}</span>
          </a>
        ))}
      </nav>
      <div class="header-end">
        <span role="status">
          {enginePlace.value !== 'worker' && (
            <span
              class={enginePlace.value === 'lost' ? 'badge warning' : 'badge'}
              title={texts.shell.serverTitle[enginePlace.value]}
            >
              {texts.shell.server[enginePlace.value]}
            </span>
          )}
        </span>
        <About />
        <ThemeToggle />
      </div>
    </header>
  );
}

const NEXT_THEME = { auto: 'light', light: 'dark', dark: 'auto' } as const;

function ThemeToggle() {
  const label = texts.shell.theme.label(texts.shell.theme[theme.value]);
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      onClick={() => (theme.value = NEXT_THEME[theme.value])}
    >
      <Icon path={ICONS[theme.value]} />
    </button>
  );
}

function Messages() {
  return (
    <div class="messages" role="status">
      {messages.value.map((text) => (
        <p class="message" key={text}>
          <span>{text}</span>
          <button
            type="button"
            class="icon-button"
            aria-label={texts.shell.dismiss}
            onClick={() => (messages.value = messages.value.filter((other) => other !== text))}
          >
            <Icon path={ICONS.close} />
          </button>
        </p>
      ))}
    </div>
  );
}

function CurrentView({ engine }: { engine: Engine }) {
  const name = view.value;
  const [shown, setShown] = useState<{ name: ViewName; View: View } | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const first = useRef(true);
  useEffect(() => {
    let stale = false;
    setFailed(false);
    document.title = `${texts.shell.view[name]} · ${texts.shell.title}`;
    loadView(name).then(
      (View) => {
        if (stale) return;
        setShown({ name, View });
        if (!first.current) window.scrollTo(0, 0);
        first.current = false;
      },
      () => !stale && setFailed(true),
    );
    return () => {
      stale = true;
    };
  }, [name, attempt]);
  const View = loaded.get(name) ?? (shown?.name === name ? shown.View : null);
  if (View) return <View key={name} engine={engine} />;
  if (!failed) return <p class="placeholder" aria-busy="true">{texts.common.loading}</p>;
  return (
    <div class="placeholder">
      <p>{texts.common.failed}</p>
      <button type="button" class="button" onClick={() => setAttempt(attempt + 1)}>
        {texts.common.retry}
      </button>
    </div>
  );
}
