import { html } from 'lit-html';

const line = (d) => html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${d} /></svg>`;

export const icons = {
  menu: line('M3 6h14M3 10h14M3 14h14'),
  plus: line('M10 4v12M4 10h12'),
  pencil: line('M4 16l.6-3L13 4.6l2.4 2.4L7 15.4 4 16zM11.5 6.1l2.4 2.4'),
  remove: line('M5 5l10 10M15 5L5 15'),
  clip: line('M15.5 9.5l-5.7 5.7a3.5 3.5 0 0 1-5-5l6-6a2.3 2.3 0 0 1 3.3 3.3l-6 6a1.1 1.1 0 0 1-1.6-1.6l5.3-5.3'),
  search: line('M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4zM13 13l4 4'),
  file: line('M6 3h5l4 4v10H6zM11 3v4h4'),
  up: line('M10 16V5M5 9l5-5 5 5'),
  send: line('M10 16V4M5 9l5-5 5 5'),
  down: line('M10 4v12M5 11l5 5 5-5'),
};

const SHAPES = {
  pending: 'M10 3a7 7 0 1 0 0 14A7 7 0 0 0 10 3z',
  running: 'M10 3a7 7 0 1 1-6.6 4.7',
  completed: 'M10 3a7 7 0 1 0 0 14A7 7 0 0 0 10 3zM6.8 10.2l2.3 2.3 4.2-4.8',
  failed: 'M10 3a7 7 0 1 0 0 14A7 7 0 0 0 10 3zM7.6 7.6l4.8 4.8M12.4 7.6l-4.8 4.8',
  canceled: 'M10 3a7 7 0 1 0 0 14A7 7 0 0 0 10 3zM5.1 14.9l9.8-9.8',
  blocked: 'M10 3a7 7 0 1 0 0 14A7 7 0 0 0 10 3zM10 6.4v4.4M10 13.4v.1',
  waiting: 'M10 3a7 7 0 1 0 0 14A7 7 0 0 0 10 3zM10 6.2V10l2.6 1.6',
  stopped: 'M10 3a7 7 0 1 0 0 14A7 7 0 0 0 10 3zM7.8 7.8h4.4v4.4H7.8z',
};

/** The icon of a status; its word is shown beside it. */
export function statusIcon(status) {
  return html`<svg class="status-icon" data-status=${status} viewBox="0 0 20 20" aria-hidden="true"><path d=${SHAPES[status]} /></svg>`;
}
