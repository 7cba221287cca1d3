// What was said, oldest first.
import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { DEFAULT_BOT } from '../state/address.js';
import { maySpeak } from '../state/rights.js';
import { icons } from './icons.js';
import { hold, scrolled, toEnd } from './scroll.js';
import { turn } from './turn.js';

const HINTS = ['Hello there', 'sleep 5', 'fail'];

function older(acts) {
  hold();
  acts.older();
}

export function thread(state, acts) {
  const { conversation } = state;
  const empty = conversation.turns.length === 0 && conversation.history.reach === 'all';
  return html`<div class="thread" id="thread" role="region" aria-label="What was said" tabindex="0" @scroll=${(event) => scrolled(event, conversation, acts)}>
      <div class="column">
        ${before(conversation.history, acts)}
        ${empty ? welcome(state, acts) : repeat(conversation.turns, (one) => one.key, (one) => turn(one, state, acts))}
        ${unread('What was said last', conversation.history.latest, acts.load)}
      </div>
    </div>
    <div class="jump"><button type="button" id="to-end" class="round" hidden aria-label="To the latest" title="To the latest" @click=${toEnd}>${icons.down}</button></div>`;
}

function before({ reach, older: asking, latest }, acts) {
  if (asking.why) {
    return unread('What was said before', asking, () => older(acts));
  }
  if (asking.asked || (reach === 'unknown' && latest.asked)) {
    return html`<p class="edge" aria-busy="true">Loading…</p>`;
  }
  return reach === 'more'
    ? html`<p class="edge"><button type="button" class="link" @click=${() => older(acts)}>Earlier messages</button></p>`
    : nothing;
}

function unread(what, { why }, again) {
  return why
    ? html`<p class="edge wrong" role="alert">${what} could not be loaded. ${why} <button type="button" class="link" @click=${again}>Try again</button></p>`
    : nothing;
}

function welcome({ conversation, shelf, session }, acts) {
  const { bot } = conversation;
  const bots = [...new Set([DEFAULT_BOT, ...shelf.map((entry) => entry.bot)])];
  return html`<div class="welcome">
    <p class="lead">${maySpeak(session.me) ? 'Say something to' : 'Nothing was said yet to'}</p>
    <label class="unseen" for="bot">Bot</label>
    <input id="bot" list="bots" .value=${bot} size=${Math.max(4, bot.length)} maxlength="128" spellcheck="false" autocomplete="off"
      @change=${(event) => acts.talkTo(event.target.value.trim())}>
    <datalist id="bots">${bots.map((one) => html`<option value=${one}></option>`)}</datalist>
    ${bot === DEFAULT_BOT && maySpeak(session.me)
      ? html`<p class="hints">In the local box it says back what it hears:
          ${HINTS.map((hint) => html`<button type="button" class="chip" @click=${() => acts.say(hint)}>${hint}</button>`)}</p>`
      : nothing}
  </div>`;
}
