// A question of an agent, as a form with a button for each action.
import { html, nothing } from 'lit-html';
import { t } from '../state/language.js';
import { hasForm, isAsked, isExpired } from '../state/question.js';
import { moment } from '../state/time.js';

export function question(part, eventId, { actorId, mayRespond, now }, handlers) {
  const closed = part.state !== 'open' || !mayRespond || !isAsked(part, actorId) || isExpired(part, now);
  const submitted = (event) => {
    event.preventDefault();
    handlers.respond(eventId, part, event.submitter?.value || null, new FormData(event.currentTarget));
  };
  return html`<form class="question" data-state=${part.state} aria-label=${part.title} @submit=${submitted}>
    <fieldset ?disabled=${closed}>
      <legend>${part.title}</legend>
      ${part.description ? html`<p>${part.description}</p>` : nothing}
      ${hasForm(part, now) ? form(part) : nothing}
    </fieldset>
    ${note(part, actorId, now)}
  </form>`;
}

function form({ fields, actions }) {
  return html`${fields.map(field)}
    <div class="question-actions">${actions.length
      ? actions.map(({ id, label, style }) => html`<button type="submit" value=${id} data-style=${style ?? 'default'}>${label}</button>`)
      : html`<button type="submit" data-style="primary">${t('Send')}</button>`}</div>`;
}

function note(part, actorId, now) {
  const text = part.why ?? standing(part, actorId, now);
  return text ? html`<p class="small" role="status">${text}</p>` : nothing;
}

function standing(part, actorId, now) {
  switch (part.state) {
    case 'sending':
      return t('Sending');
    case 'sent':
      return part.response ? t('Sent: {response}', part) : t('Sent');
    default:
      return !isAsked(part, actorId)
        ? t('This question is for {who}.', { who: part.actors.join(', ') })
        : isExpired(part, now) ? t('This question was open until {time}.', { time: moment(part.expiresAt) }) : null;
  }
}

function field({ id, label, type, required, options, placeholder, default: first }) {
  const hint = placeholder ?? '';
  switch (type) {
    case 'textarea':
      return labelled(label, html`<textarea name=${id} rows="3" placeholder=${hint} ?required=${required} .value=${first ?? ''}></textarea>`);
    case 'number':
      return labelled(label, html`<input type="number" step="any" name=${id} placeholder=${hint} ?required=${required} value=${first ?? ''}>`);
    case 'boolean':
      return html`<label class="question-check"><input type="checkbox" name=${id} ?checked=${first === true}> ${label}</label>`;
    case 'select':
      return labelled(label, html`<select name=${id} ?required=${required}>
        ${first || required ? nothing : html`<option value=""></option>`}
        ${(options ?? []).map((one) => html`<option value=${one.value} ?selected=${one.value === first}>${one.label}</option>`)}
      </select>`);
    case 'multiselect':
      return html`<fieldset><legend>${label}</legend>${(options ?? []).map((one) => html`
        <label class="question-check"><input type="checkbox" name=${id} value=${one.value} ?checked=${[first].flat().includes(one.value)}> ${one.label}</label>`)}
      </fieldset>`;
    default:
      return labelled(label, html`<input type="text" name=${id} placeholder=${hint} ?required=${required} value=${first ?? ''}>`);
  }
}

function labelled(label, input) {
  return html`<label><span>${label}</span>${input}</label>`;
}
