// A question of an agent to a person: its fields, who may respond, and the body of the response.

/** Name of the action in `action.requested`. */
export const ASKED = 'interaction.requested';

/** Returns true for a frame of a stream that asks a question, withdraws one, or ends a run whose questions the host closes. */
export function concernsQuestion({ type, data }) {
  return type === 'run.failed' || asksQuestion({ type, data }) || type === 'action.requested' && data?.action === 'interaction.withdrawn';
}

/** Returns true for a frame of a stream that asks a question. */
export function asksQuestion({ type, data }) {
  return type === 'action.requested' && data?.action === ASKED;
}

/** A part of an answer; `state` is `open`, `sending`, `sent` or `closed`. */
export function questionOf({ target, payload }) {
  return {
    kind: 'question',
    id: payload?.interaction_id ?? '',
    title: payload?.title ?? '',
    description: payload?.description ?? null,
    fields: (payload?.fields ?? []).filter(({ type }) => type !== 'file'),
    actions: payload?.actions ?? [],
    expiresAt: (payload?.expires_at ?? 0) * 1000,
    token: target?.token ?? null,
    actors: target?.actor_ids ?? [],
    state: 'open',
    response: null,
    why: null,
  };
}

/** The question as the host lists it. */
export function storedQuestion({ request, token, actor_ids: actors, response }) {
  const question = questionOf({ target: { token, actor_ids: actors }, payload: request });
  return response ? { ...question, ...responded(question, response) } : question;
}

/** A question with a response. It has no form: the words of the response are shown instead. */
export function responded(question, response) {
  return { state: 'sent', response: responseLines(question, response).join(' · ') || null };
}

/** Returns true while the form of the question is shown. */
export function hasForm(question, now) {
  return (question.state === 'open' || question.state === 'sending') && !isExpired(question, now);
}

/** Returns true if that person may respond. */
export function isAsked(question, actorId) {
  return question.actors.length === 0 || question.actors.includes(actorId);
}

export function isExpired(question, now) {
  return question.expiresAt > 0 && now >= question.expiresAt;
}

/** The body of the response. A field that was left empty is not in it. */
export function responseTo(question, actionId, entries, actorId) {
  const values = {};
  for (const { id, type } of question.fields) {
    const value = valueOf(type, entries.getAll(id));
    if (value !== null) {
      values[id] = value;
    }
  }
  return { token: question.token, ...(actionId ? { action_id: actionId } : {}), values, actor_id: actorId };
}

function valueOf(type, entries) {
  switch (type) {
    case 'boolean':
      return entries.length > 0;
    case 'multiselect':
      return entries.length ? entries : null;
    case 'number':
      return entries[0] ? Number(entries[0]) : null;
    default:
      return entries[0] || null;
  }
}

/** The response as the transcript shows it: what was asked, and what the person answered. */
export function textOf(question, response) {
  return [question.title, ...responseLines(question, response)].filter(Boolean).join('\n');
}

/** The label of the button, then the fields. */
function responseLines(question, { action_id: actionId, values = {} }) {
  const button = question.actions.filter(({ id }) => id === actionId).map(({ label }) => label);
  const lines = question.fields.filter(({ id }) => id in values)
    .map((field) => `${field.label}: ${wordsOf(field, values[field.id])}`);
  return [...button, ...lines];
}

/** A value as the person chose it: options by their labels. */
function wordsOf({ options }, value) {
  if (Array.isArray(value) && options?.length) {
    return value.map((each) => wordsOf({ options }, each)).join(', ');
  }
  return options?.find((one) => one.value === value)?.label ?? (typeof value === 'string' ? value : JSON.stringify(value));
}
