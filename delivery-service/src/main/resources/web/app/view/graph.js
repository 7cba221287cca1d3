// A graph of actions as a card: its status, its progress, and its actions by stages.
import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { actionWord, isEnded, stagesOf, shownStatus } from '../state/graph.js';
import { t } from '../state/language.js';
import { costOf } from '../state/texts.js';
import { focusComposer } from './focus.js';
import { statusIcon } from './icons.js';

const WORDS = {
  pending: 'Not started',
  running: 'Running',
  completed: 'Done',
  failed: 'Failed',
  canceled: 'Cancelled',
  blocked: 'Needs a decision',
  waiting: 'Waiting',
  stopped: 'Stopped',
  skipped: 'Skipped',
};
/** The title that a runner gives to a graph without one. */
const UNTITLED = 'Actions';
/** A graph that has ended is folded if it has more actions. */
const MANY = 12;

/** @param stop {may, why, asked}: whether a person may stop it, why that was refused, and whether it is requested */
export function graph(part, stop, handlers) {
  const status = shownStatus(part);
  const title = part.title === UNTITLED ? t(UNTITLED) : part.title;
  const count = numbers(part);
  const titles = new Map(part.actions.map(({ id, title }) => [id, title]));
  return html`<div class="graph" role="group" aria-label=${title} data-status=${status}>
    <details ?open=${part.live || !isEnded(status) || part.actions.length <= MANY}>
    <summary>
      ${statusIcon(status)}
      <span class="graph-title">${title}</span>
      <span class="graph-count">${count}</span>
      <span class="graph-word" role="status">${t(WORDS[status])}</span>
      <progress max=${Math.max(part.total, 1)} .value=${part.ended + part.skipped} aria-label=${count}></progress>
    </summary>
    <ol class="stages">
      ${stagesOf(part.actions).map((stage) => html`<li><ul class="stage" data-parallel=${stage.length > 1}>
        ${repeat(stage, ({ id }) => id, (action) => html`<li>${oneAction(action, titles, part.live)}</li>`)}
      </ul></li>`)}
    </ol>
    ${part.usage ? html`<p class="graph-usage">${costOf(part.usage)}</p>` : nothing}
    </details>
    ${stop.may ? stopping({ ...part, title }, stop, handlers) : nothing}
  </div>`;
}

/** The actions that ended, and those that did not run. */
function numbers(part) {
  return [t('{ended} of {total}', part), part.skipped ? t('{skipped} skipped', part) : '', part.canceled ? t('{canceled} cancelled', part) : '']
    .filter(Boolean).join(' · ');
}

/** The stop button and its confirmation, because nothing continues a stopped graph. Escape closes the dialog only. */
function stopping(part, { why, asked }, handlers) {
  const open = ({ currentTarget }) => {
    const dialog = currentTarget.parentElement.querySelector('dialog');
    dialog.returnValue = '';
    dialog.showModal();
  };
  const closed = ({ target }) => {
    if (target.returnValue === 'stop') {
      handlers.stopGraph(part);
      focusComposer();
    }
  };
  const close = ({ currentTarget }) => currentTarget.closest('dialog').close(currentTarget.value);
  return html`<div class="graph-stop">
    ${why ? html`<span class="small wrong" role="alert">${t('Not stopped. {why}', { why })}</span>` : nothing}
    <button type="button" class="secondary" ?disabled=${asked} aria-label=${t('Stop “{title}”', part)} @click=${open}>${asked ? t('Stopping…') : t('Stop')}</button>
    <dialog class="confirm" aria-label=${t('Stop “{title}”', part)} @close=${closed} @keydown=${(event) => event.stopPropagation()}>
      <p>${t('Stop “{title}”? Its open questions are closed, and the agent does not continue it.', part)}</p>
      <div class="confirm-actions">
        <button type="button" value="" autofocus @click=${close}>${t('Keep waiting')}</button>
        <button type="button" value="stop" data-style="danger" @click=${close}>${t('Stop')}</button>
      </div>
    </dialog>
  </div>`;
}

function oneAction(action, titles, live) {
  const status = shownStatus({ status: action.status, live });
  const after = action.after.map((id) => titles.get(id) ?? id).join(', ');
  const line = html`${statusIcon(status)}
    <span class="action-title">${action.title}</span>
    <span class="action-word">${t(WORDS[actionWord({ ...action, live })])}</span>
    ${action.result
      ? html`<span class="action-result">${action.result}</span>`
      : after && !isEnded(status) ? html`<span class="action-result">${t('after {actions}', { actions: after })}</span>` : nothing}`;
  return action.description || action.details || after
    ? html`<details class="action" data-status=${status}>
        <summary>${line}</summary>
        <dl>
          ${entry('What it does', action.description)} ${entry('After', after)} ${entry('Stored as', action.details && html`<code>${action.details}</code>`)}
        </dl>
      </details>`
    : html`<div class="action" data-status=${status}>${line}</div>`;
}

function entry(name, value) {
  return value ? html`<div><dt>${t(name)}</dt><dd>${value}</dd></div>` : nothing;
}
