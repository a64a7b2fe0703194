import { useRef } from 'preact/hooks';
import { texts } from '../texts';
import { IconButton } from './controls';
import { ICONS } from './icons';

const say = texts.about;

/** The purpose of the page, its source, its licence and its documents. */
export function About() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <IconButton label={say.title} icon={ICONS.about} onClick={() => dialog.current?.showModal()} />
      <dialog
        ref={dialog}
        class="about"
        aria-labelledby="about-title"
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <div class="stack">
          <div class="section-head">
            <h2 id="about-title">{say.title}</h2>
            <span class="spacer" />
            <IconButton label={texts.common.close} icon={ICONS.close} onClick={() => dialog.current?.close()} />
          </div>
          <p>{say.lead}</p>
          <dl class="about-facts">
            <dt>{say.source}</dt>
            <dd>{say.sourceText}</dd>
            <dt>{say.licence}</dt>
            <dd>
              {say.licenceText} <a href="./licences.txt">{say.libraries}</a>
            </dd>
            <dt>{say.documents}</dt>
            <dd>{say.documentsText}</dd>
            <dt>{say.privacy}</dt>
            <dd>{say.privacyText}</dd>
          </dl>
        </div>
      </dialog>
    </>
  );
}
