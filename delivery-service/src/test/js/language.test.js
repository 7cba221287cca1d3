import { CHINESE } from '../../main/resources/web/app/state/chinese.js';
import { language, speak, t } from '../../main/resources/web/app/state/language.js';
import { stateOf, whyUnanswered } from '../../main/resources/web/app/state/texts.js';
import { mathml } from '../../main/resources/web/app/view/tex.js';
import { equal, that } from './assertions.js';

const names = (text) => (text.match(/\{\w+\}/g) ?? []).toSorted();

export function thePageSpeaksTheBrowsersLanguageAndEnglishOtherwise() {
  for (const [wanted, tag] of [[['zh-TW', 'en'], 'zh-CN'], [['fr', 'zh'], 'zh-CN'], [['en-GB', 'zh'], 'en'], [['fr'], 'en'], [undefined, 'en']]) {
    speak(wanted);
    equal(language(), tag);
  }
  speak(['zh']);
  equal([t('Send'), t('Message to {bot}', { bot: 'demo' }), t('not translated')], ['发送', '发消息给 demo', 'not translated']);
  equal(whyUnanswered('no_binding', 'demo')[0], 'demo 没有绑定任何智能体。');
  equal(stateOf({ phase: 'waiting', at: 1000, parts: [] }, 'demo', 5000), '等待 demo · 4 秒');
  speak(['en']);
  equal(t('Send'), 'Send');
}

export function noSentenceLosesWhatItNames() {
  for (const [english, chinese] of Object.entries(CHINESE)) {
    equal(names(chinese), names(english));
  }
}

export function formulasAreSetAsTheyAreMeant() {
  const set = (tex, display = false) => mathml(tex, display)?.replace(/<annotation.*?<\/annotation>/s, '').replace(/<\/?(math|semantics)[^>]*>/g, '');
  equal(set('x^2'), '<mrow><msup><mi>x</mi><mrow><mrow><mn>2</mn></mrow></mrow></msup></mrow>');
  that(set('\\frac{a}{b}').includes('<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>'));
  that(set('\\sum_{i=1}^n i', true).includes('<munderover><mo largeop="true">∑</mo>'));
  that(set('\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}').split('<mtr>').length === 3);
  that(set('\\left(\\frac12\\right)').includes('fence="true"'));
  for (const not of ['\\unheardof', '{', '}', '\\frac', '\\begin{x}', '&', '{'.repeat(500), '\\left(']) {
    equal(mathml(not, false), null);
  }
  that(!mathml('\\text{<img src=x>} < "', false).includes('<img'));
}
