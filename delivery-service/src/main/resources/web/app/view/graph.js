// A graph of actions as a card: how far it is, and its actions stage by stage.
import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { isEnded, stagesOf, standsAs } from '../state/graph.js';
import { t } from '../state/language.js';
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
};
/** A graph that has ended and has more actions is folded. */
const MANY = 12;

export function graph(part) {
  const stands = standsAs(part);
  const titles = new Map(part.actions.map(({ id, title }) => [id, title]));
  return html`<details class="graph" data-status=${stands} ?open=${part.live || !isEnded(stands) || part.actions.length <= MANY}>
    <summary>
      ${statusIcon(stands)}
      <span class="graph-title">${t(part.title)}</span>
      <span class="graph-count">${t('{ended} of {total}', part)}</span>
      <span class="graph-word" role="status">${t(WORDS[stands])}</span>
      <progress max=${Math.max(part.total, 1)} .value=${part.ended} aria-label=${t('{ended} of {total}', part)}></progress>
    </summary>
    <ol class="stages">
      ${stagesOf(part.actions).map((stage) => html`<li><ul class="stage" data-parallel=${stage.length > 1}>
        ${repeat(stage, ({ id }) => id, (action) => html`<li>${oneAction(action, titles, part.live)}</li>`)}
      </ul></li>`)}
    </ol>
  </details>`;
}

function oneAction(action, titles, live) {
  const stands = standsAs({ status: action.status, live });
  const after = action.after.map((id) => titles.get(id) ?? id).join(', ');
  const line = html`${statusIcon(stands)}
    <span class="action-title">${action.title}</span>
    <span class="action-word">${t(WORDS[stands])}</span>
    ${action.result
      ? html`<span class="action-result">${action.result}</span>`
      : after && !isEnded(stands) ? html`<span class="action-result">${t('after {actions}', { actions: after })}</span>` : nothing}`;
  return action.description || action.details || after
    ? html`<details class="action" data-status=${stands}>
        <summary>${line}</summary>
        <dl>
          ${entry('What it does', action.description)} ${entry('After', after)} ${entry('Stored as', action.details && html`<code>${action.details}</code>`)}
        </dl>
      </details>`
    : html`<div class="action" data-status=${stands}>${line}</div>`;
}

function entry(name, value) {
  return value ? html`<div><dt>${t(name)}</dt><dd>${value}</dd></div>` : nothing;
}
