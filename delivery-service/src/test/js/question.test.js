import { framed, accepted, sending } from '../../main/resources/web/app/state/run.js';
import { hasForm, isAsked, isExpired, responseTo, storedQuestion, textOf } from '../../main/resources/web/app/state/question.js';
import { equal, that } from './assertions.js';

const PAYLOAD = {
  interaction_id: 'q',
  title: 'Deploy?',
  expires_at: 100,
  fields: [
    { id: 'when', label: 'When', type: 'text' },
    { id: 'share', label: 'Share', type: 'number' },
    { id: 'quiet', label: 'Quiet', type: 'boolean' },
    { id: 'regions', label: 'Regions', type: 'multiselect', options: [] },
    { id: 'plan', label: 'Plan', type: 'file' },
  ],
  actions: [{ id: 'yes', label: 'Yes' }, { id: 'no', label: 'No' }],
};

function asked(target = { token: 't', actor_ids: ['ada'] }, action = 'interaction.requested') {
  const run = accepted(sending({}, 0), { runId: 'r', stream: '/s' });
  return framed(run, { id: '1-2', type: 'action.requested', data: { action, target, payload: PAYLOAD } }, 0).parts;
}

function entries(values) {
  return { getAll: (id) => values[id] ?? [] };
}

export function aQuestionIsAPartOfTheAnswerAndOtherActionsAreNot() {
  equal(asked().map(({ kind, id, token, state }) => [kind, id, token, state]), [['question', 'q', 't', 'open']]);
  equal(asked({}, 'message.edit'), []);
}

export function onlyThoseWhoAreNamedAreAsked() {
  const [named] = asked();
  const [open] = asked({ token: 't' });
  that(isAsked(named, 'ada') && !isAsked(named, 'bob') && isAsked(open, 'bob'));
}

export function aQuestionExpires() {
  const [question] = asked();
  that(!isExpired(question, 99999) && isExpired(question, 100000));
}

export function aResponseHasTheTypesOfItsFields() {
  const [question] = asked();
  equal(responseTo(question, 'yes', entries({ when: ['now'], share: ['0.5'], quiet: ['on'], regions: ['eu', 'us'] }), 'ada'), {
    token: 't', action_id: 'yes', values: { when: 'now', share: 0.5, quiet: true, regions: ['eu', 'us'] }, actor_id: 'ada',
  });
}

export function whatIsLeftEmptyIsNotInTheResponse() {
  const [question] = asked();
  equal(responseTo(question, 'no', entries({ when: [''], share: [''] }), 'ada').values, { quiet: false });
}

export function aResponseReadsAsTheTranscriptHasIt() {
  const [question] = asked();
  const body = responseTo(question, 'yes', entries({ when: ['now'] }), 'ada');
  equal(textOf(question, body), 'Deploy?\nYes\nWhen: now\nQuiet: false');
}

export function anAnsweredQuestionHasNoFormButItsResponse() {
  const stored = (response) => storedQuestion({ request: PAYLOAD, token: 't', actor_ids: [], response });
  const answered = stored({ interaction_id: 'q', action_id: 'no', values: { when: 'later' } });
  equal([hasForm(answered, 0), answered.state, answered.response], [false, 'sent', 'No · When: later']);
  equal(hasForm({ ...stored(null), state: 'closed' }, 0), false);
  equal([hasForm({ ...stored(null), expiresAt: 5000 }, 4999), hasForm({ ...stored(null), expiresAt: 5000 }, 5000)], [true, false]);
  equal([hasForm(stored(null), 0), stored(null).response], [true, null]);
  equal(stored({ interaction_id: 'q' }).response, null);
}

export function aResponseHasTheLabelsOfItsOptions() {
  const options = [{ value: 'eu', label: 'Europe' }, { value: 'us', label: 'America' }];
  const fields = [{ id: 'one', label: 'One', type: 'select', options }, { id: 'all', label: 'All', type: 'multiselect', options }];
  const question = storedQuestion({ request: { ...PAYLOAD, fields }, token: 't', actor_ids: [], response: null });
  equal(textOf(question, { values: { one: 'us', all: ['eu', 'fr'] } }), 'Deploy?\nOne: America\nAll: Europe, fr');
}
