// Times in the language of the page.
import { language, t } from './language.js';

const A_DAY = 24 * 60 * 60 * 1000;

/** `14:05` */
export function clock(at) {
  return new Date(at).toLocaleTimeString(language() === 'en' ? undefined : language(), { hour: '2-digit', minute: '2-digit' });
}

/** The whole date and time. */
export function moment(at) {
  return new Date(at).toLocaleString(language() === 'en' ? undefined : language());
}

/** `Today`, `Yesterday`, or the date. */
export function day(at, now) {
  if (sameDay(at, now)) {
    return t('Today');
  }
  if (sameDay(at, now - A_DAY)) {
    return t('Yesterday');
  }
  const year = new Date(at).getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric';
  return new Date(at).toLocaleDateString(language() === 'en' ? undefined : language(), { weekday: 'long', day: 'numeric', month: 'long', year });
}

export function sameDay(one, other) {
  return new Date(one).toDateString() === new Date(other).toDateString();
}
