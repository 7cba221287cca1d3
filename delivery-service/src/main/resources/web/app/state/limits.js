// Limits of a message, checked before it is sent.
import { t } from './language.js';

/** Characters of a text (protocol's Limits.TEXT_CHARS). */
export const LONGEST_TEXT = 128 * 1024;

/** The reason why a text cannot be sent; empty if it can. */
export function whyTooLong(text) {
  return text.length <= LONGEST_TEXT
    ? ''
    : t('This message has {length} characters; the limit is {limit}. Shorten it, or attach it as a file.', {
      length: text.length.toLocaleString('en'), limit: LONGEST_TEXT.toLocaleString('en'),
    });
}
