// The language of the page. The English text is the key; a text without translation is shown in English.
import { CHINESE } from './chinese.js';

let words = {};
let tag = 'en';

/** @param wanted language tags of the browser, best first */
export function speak(wanted) {
  const known = (wanted ?? []).map((one) => String(one).toLowerCase()).find((one) => /^(zh|en)\b/.test(one)) ?? 'en';
  tag = known.startsWith('zh') ? 'zh-CN' : 'en';
  words = tag === 'en' ? {} : CHINESE;
}

/** The tag of the language. */
export function language() {
  return tag;
}

/** The text in the language of the page, with `{name}` replaced by the value of that name. */
export function t(sentence, values = {}) {
  const translated = Object.hasOwn(words, sentence) ? words[sentence] : sentence;
  return translated.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}
