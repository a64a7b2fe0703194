/** The sentences above a search: the introduction, or a step of a lesson. */

import { Button } from '../../components/controls';
import { ICONS } from '../../components/icons';
import { WithTerms } from '../../components/term';
import { lessons as texts } from '../../texts/lessons';
import type { LessonPlace } from './lessons';
import { showLesson } from './subject';

export function Introduction() {
  const { title, sentences, begin } = texts.introduction;
  return (
    <section class="card strip" aria-label={title}>
      <ol class="strip-sentences">
        {sentences.map((sentence) => (
          <li key={sentence}>
            <WithTerms text={sentence} />
          </li>
        ))}
      </ol>
      <Button primary label={begin} onClick={() => showLesson('a-star/1')} />
    </section>
  );
}

export function LessonStrip({ name, number, lesson }: LessonPlace) {
  const { title, steps } = texts.of[name];
  const last = lesson.steps.length;
  return (
    <section class="card strip lesson" aria-label={`${texts.label}: ${title}`}>
      <div class="strip-head">
        <h2>{title}</h2>
        <span class="quiet small">{texts.step(number, last)}</span>
      </div>
      <p aria-live="polite">
        <WithTerms text={steps[number - 1] ?? ''} />
      </p>
      <div class="buttons">
        <Button
          label={texts.previous}
          icon={ICONS.stepBack}
          disabled={number === 1}
          onClick={() => showLesson(`${name}/${number - 1}`)}
        />
        {number < last ? (
          <Button primary label={texts.next} icon={ICONS.stepForward} onClick={() => showLesson(`${name}/${number + 1}`)} />
        ) : (
          <Button primary label={texts.end} icon={ICONS.check} onClick={() => showLesson(null)} />
        )}
      </div>
    </section>
  );
}
