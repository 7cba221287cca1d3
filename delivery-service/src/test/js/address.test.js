import { conversationAddress, readAddress, withoutKey } from '../../main/resources/web/app/state/address.js';
import { pause } from '../../main/resources/web/app/state/backoff.js';
import { listed, renamed, titleOf, used, without } from '../../main/resources/web/app/state/conversationlist.js';
import { equal, that } from './assertions.js';

export function theFragmentNamesKeyConversationAndBot() {
  equal(readAddress('#key=ah_demo_1'), { key: 'ah_demo_1', conversation: null, bot: null });
  equal(readAddress('#c=a%20b&bot=x%2Fy'), { key: null, conversation: 'a b', bot: 'x/y' });
  for (const nothing of ['', '#', '#key=', '#=', '#&&', '#c']) {
    equal(readAddress(nothing), { key: null, conversation: null, bot: null });
  }
  equal(readAddress('#c=%E0%A4%A').conversation, '%E0%A4%A');
}

export function anAddressIsReadAsItWasWritten() {
  for (const [id, bot] of [['web-1', 'demo'], ['a b&c=d#', 'x/y'], ['%', '&bot=']]) {
    const read = readAddress(conversationAddress({ id, bot }));
    equal([read.conversation, read.bot ?? 'demo'], [id, bot]);
  }
}

export function theKeyAloneIsTakenOutOfAFragment() {
  equal(['#key=k', '#key=k&c=a%20b', '#c=1&key=k&bot=x', '#c=1', '', '#keys=1'].map(withoutKey), ['', '#c=a%20b', '#c=1&bot=x', '#c=1', '', '#keys=1']);
}

export function theListIsByLastUse() {
  const two = used(used([], { id: 'a', bot: 'demo' }, 1, 'first'), { id: 'b', bot: 'demo' }, 2, 'second');
  equal(two.map((entry) => entry.id), ['b', 'a']);
  const again = used(two, { id: 'a', bot: 'demo' }, 3, 'other');
  equal(again.map(({ id, title }) => [id, title]), [['a', 'first'], ['b', 'second']]);
  equal(listed(again, { id: 'b', bot: 'demo' }, 4), again);
  equal(renamed(again, 'b', '  **new**\nname ')[1].title, 'new');
  equal(without(again, 'a').map((entry) => entry.id), ['b']);
}

export function aTitleIsAShortFirstLine() {
  equal(titleOf('## Hello *there*\nmore'), 'Hello there');
  equal(titleOf('   '), null);
  that(titleOf('x'.repeat(500)).length <= 48);
}

export function pausesGrowToALimit() {
  equal([1, 2, 3].map((tries) => pause(tries, 1)), [400, 800, 1600]);
  equal(pause(50, 1), 8000);
  that(pause(1, 0) === 300);
}
