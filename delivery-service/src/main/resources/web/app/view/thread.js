// The messages, oldest first.
import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { t } from '../state/language.js';
import { day, sameDay } from '../state/time.js';
import { DEFAULT_BOT } from '../state/address.js';
import { graphsByTurn } from '../state/graph.js';
import { mayWrite } from '../state/rights.js';
import { icons } from './icons.js';
import { holdPosition, scrolled, toEnd } from './scroll.js';
import { turn } from './turn.js';

const HINTS = ['Hello there', 'sleep 5', 'fail'];

function older(handlers) {
  holdPosition();
  handlers.older();
}

export function thread(state, handlers) {
  const { conversation } = state;
  const graphs = graphsByTurn(conversation.turns, conversation.graphs);
  const empty = conversation.turns.length === 0 && conversation.history.reach === 'all';
  return html`<div class="thread" id="thread" role="region" aria-label=${t('Messages')} tabindex="0" @scroll=${(event) => scrolled(event, conversation, handlers)}>
      <div class="column">
        ${before(conversation.history, handlers)}
        ${empty ? welcome(state, handlers) : repeat(conversation.turns, (one) => one.key, (one, at) => html`${dayBefore(conversation.turns, at, state.now)}${turn(one, graphs.get(one.eventId), state, handlers)}`)}
        ${conversation.areGraphsMissing ? html`<p class="edge" role="status">${t('Graphs and questions may be missing. They are read again as soon as possible.')}</p>` : nothing}
        ${unread(t('The latest messages'), conversation.history.latest, handlers.load)}
      </div>
    </div>
    <div class="jump"><button type="button" id="to-end" class="round" hidden aria-label=${t('To the latest')} title=${t('To the latest')} @click=${toEnd}>${icons.down}</button></div>`;
}

function before({ reach, older: asking, latest }, handlers) {
  if (asking.why) {
    return unread(t('Older messages'), asking, () => older(handlers));
  }
  if (asking.asked || (reach === 'unknown' && latest.asked)) {
    return html`<p class="edge" aria-busy="true">${t('Loading…')}</p>`;
  }
  return reach === 'more'
    ? html`<p class="edge"><button type="button" class="link" @click=${() => older(handlers)}>${t('Earlier messages')}</button></p>`
    : nothing;
}

function unread(what, { why }, again) {
  return why
    ? html`<p class="edge wrong" role="alert">${t('{what} could not be loaded. {why}', { what, why })} <button type="button" class="link" @click=${again}>${t('Try again')}</button></p>`
    : nothing;
}

/** The heading of each day; today has none while no older day is shown. */
function dayBefore(turns, at, now) {
  const { at: written } = turns[at];
  const isNew = at === 0 ? !sameDay(written, now) : !sameDay(written, turns[at - 1].at);
  return isNew ? html`<p class="day"><span>${day(written, now)}</span></p>` : nothing;
}

function welcome(state, handlers) {
  const { conversation: { bot }, session } = state;
  return html`<div class="welcome">
    <p class="lead">${mayWrite(session.me) ? t('Write to') : t('No messages yet with')}</p>
    <label class="unseen" for="bot">${t('Bot')}</label>
    ${naming ? named(bot, handlers) : chosen(state, handlers)}
    ${bot === DEFAULT_BOT && mayWrite(session.me)
      ? html`<p class="hints">${t('In the local box it repeats each message:')}
          ${HINTS.map((hint) => html`<button type="button" class="chip" @click=${() => handlers.say(hint)}>${hint}</button>`)}</p>`
      : nothing}
  </div>`;
}

/** True while the person types the name of a bot that is not listed. */
let naming = false;

function chosen({ bots, conversation: { bot } }, handlers) {
  const choose = ({ target }) => {
    naming = target.value === '';
    handlers.talkTo(target.value);
    handlers.renaming(false); // Draws the page anew.
    if (naming) {
      requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById('bot')?.select()));
    }
  };
  return html`<select id="bot" @change=${choose}>
    ${repeat(bots, (one) => one, (one) => html`<option value=${one} ?selected=${one === bot}>${one}</option>`)}
    <option value="">${t('Another bot…')}</option>
  </select>`;
}

function named(bot, handlers) {
  const name = ({ target }) => {
    naming = false;
    handlers.talkTo(target.value.trim());
    handlers.renaming(false);
  };
  return html`<input id="bot" .value=${bot} size=${Math.max(4, bot.length)} maxlength="128" spellcheck="false" autocomplete="off"
    aria-label=${t('Name of the bot')} @change=${name}>`;
}
