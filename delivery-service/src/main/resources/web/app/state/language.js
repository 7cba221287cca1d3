// Which language the page speaks. A sentence is its own name: where a language has no other words for it, it is shown as it stands.
import { CHINESE } from './chinese.js';

let words = {};
let tag = 'en';

/** @param wanted tags of languages, best first, as a browser has them */
export function speak(wanted) {
  const known = (wanted ?? []).map((one) => String(one).toLowerCase()).find((one) => /^(zh|en)\b/.test(one)) ?? 'en';
  tag = known.startsWith('zh') ? 'zh-CN' : 'en';
  words = tag === 'en' ? {} : CHINESE;
}

/** The tag of the language that is spoken. */
export function language() {
  return tag;
}

/** The sentence in the language that is spoken, with `{name}` replaced by the values of these names. */
export function t(sentence, values = {}) {
  const translated = Object.hasOwn(words, sentence) ? words[sentence] : sentence;
  return translated.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}
