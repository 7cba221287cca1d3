import { PictureCache } from '../../main/resources/web/app/chat/picturecache.js';
import { Chat } from '../../main/resources/web/app/chat/chat.js';
import { Api } from '../../main/resources/web/app/net/api.js';
import { equal, that } from './assertions.js';
import { item, page } from './transcript.js';
import { file, settled, world } from './browser.js';

const PIECE = 256 * 1024;
const taken = { event_id: 'e', run_id: 'r', stream: '/stream?token=t' };

/** A conversation in which photos of these sizes are being handed in. */
async function sending(sizes, text = 'look', kept = []) {
  const host = world();
  const pictureCache = new PictureCache(() => {});
  const keyStorage = { runs: () => kept, storeRuns: (named, turns) => { kept = JSON.parse(JSON.stringify(turns)); } };
  const open = () => new Chat({ api: new Api('mine', () => {}), me: { workspace_id: 'demo' } }, keyStorage, { id: 'c ä', bot: 'demo' }, { changed: () => {}, stands: () => {} }, pictureCache);
  const chat = open();
  await host.answer('transcript', 200, page([]));
  const photos = sizes.map((size, n) => ({ key: `k${n}`, name: `n${n}.png`, type: 'image/png', size, artifactId: null, sha256: null }));
  photos.forEach((photo) => pictureCache.take(photo, file(photo.name, [], photo.size)));
  chat.say(text, {}, photos);
  await settled();
  return { host, pictureCache, chat, open, photos, run: () => chat.conversation.turns[0]?.run };
}

const begin = (host, n = 0) => host.answer('/uploads', 201, { upload_id: `u${n}`, artifact_id: `a${n}` });
const reach = (host, offset) => host.answer('/uploads/', 204, null, { 'Upload-Offset': String(offset) });
const asked = (host) => host.open().map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);

export async function photosGoFirstAndTheMessageNamesThemInTheirOrder() {
  const { host, chat } = await sending([10, 20]);
  equal(asked(host), ['POST /uploads']);
  const { headers } = host.open()[0];
  equal([headers['Upload-Length'], headers['Tus-Resumable']], ['10', '1.0.0']);
  equal(headers['Upload-Metadata'], 'bot_id ZGVtbw==,conversation_id YyDDpA==,artifact_type aW1hZ2U=,filename bjAucG5n,filetype aW1hZ2UvcG5n');
  await begin(host, 0);
  equal([asked(host), host.open()[0].headers['Upload-Offset'], host.open()[0].body.size], [['PATCH /uploads/u0'], '0', 10]);
  await reach(host, 10);
  await begin(host, 1);
  await reach(host, 20);
  const { body } = host.open('/events')[0];
  equal(body.attachments, [
    { artifact_id: 'a0', artifact_type: 'image', mime_type: 'image/png', name: 'n0.png', size: 10 },
    { artifact_id: 'a1', artifact_type: 'image', mime_type: 'image/png', name: 'n1.png', size: 20 },
  ]);
  equal([body.text, body.conversation_id], ['look', 'c ä']);
  await host.answer('/events', 202, taken);
  equal(chat.conversation.turns.map(({ eventId, run }) => [eventId, run.phase]), [['e', 'waiting']]);
}

export async function aPhotoAloneIsAMessageWithoutText() {
  const { host } = await sending([10], '');
  await begin(host);
  await reach(host, 10);
  that(!('text' in host.open('/events')[0].body));
}

export async function bytesGoInPiecesAndWhatIsThereIsTold() {
  const { host, chat } = await sending([PIECE * 2 + 5]);
  await begin(host);
  for (const [offset, size] of [[0, PIECE], [PIECE, PIECE], [PIECE * 2, 5]]) {
    equal([chat.conversation.turns[0].attached[0].sent ?? 0, host.open()[0].body.from ?? 0, host.open()[0].body.size], [offset, offset, size]);
    await reach(host, offset + size);
  }
  equal(asked(host), ['POST /events']);
}

export async function aCutUploadGoesOnWhereTheHostSaysThatItStopped() {
  for (const status of [0, 503, 409]) {
    const { host } = await sending([PIECE * 2]);
    await begin(host);
    await host.answer('/uploads/', status);
    await host.pass();
    equal(asked(host), ['HEAD /uploads/u0']);
    await reach(host, PIECE);
    equal([asked(host), host.open()[0].headers['Upload-Offset']], [['PATCH /uploads/u0'], String(PIECE)]);
    await host.answer('/uploads/', 0); // The last answer is lost, and the host has it all.
    await host.pass();
    await reach(host, PIECE * 2);
    equal(asked(host), ['POST /events']);
  }
}

export async function whyAPhotoWasNotTakenIsSaidWithItsName() {
  for (const [status, why, again] of [
    [413, '“n0.png”: The quota of the host is exhausted.', false], [415, '“n0.png”: The content is not of the type of the file.', false],
    [403, '“n0.png”: This key may not send photos here.', true], [429, '“n0.png”: Too many requests. Try again in a moment.', true]]) {
    const { host, run } = await sending([10]);
    await host.answer('/uploads', status);
    equal([run().phase, run().why, run().retryable, asked(host)], ['unsent', why, again, []]);
  }
}

export async function whereBytesAreRefusedTheUploadIsGivenUpAndNothingIsSaid() {
  const { host, run } = await sending([10]);
  await begin(host);
  await host.answer('/uploads/', 415);
  equal([run().phase, asked(host)], ['unsent', ['DELETE /uploads/u0']]);
}

export async function sentAgainOnlyWhatIsMissingIsHandedIn() {
  const { host, chat, run } = await sending([10, 20]);
  await begin(host, 0);
  await reach(host, 10);
  await host.answer('/uploads', 429);
  chat.sayAgain(chat.conversation.turns[0].eventId);
  await begin(host, 1);
  await reach(host, 20);
  equal(host.open('/events')[0].body.attachments.map(({ artifact_id: id }) => id), ['a0', 'a1']);
  await host.answer('/events', 400);
  equal(run().phase, 'unsent');
}

export async function aMessageThatIsTakenBackIsNeitherSaidNorHandedInFurther() {
  const { host, pictureCache, chat, photos } = await sending([PIECE * 2]);
  await begin(host);
  chat.discardMessage(chat.conversation.turns[0].eventId);
  await reach(host, PIECE);
  equal([asked(host), chat.conversation.turns, pictureCache.file(photos[0])], [['DELETE /uploads/u0'], [], null]);
}

export async function backInTheConversationTheSameMessageIsSentAgain() {
  const { host, chat, open } = await sending([10]);
  chat.close();
  await begin(host);
  equal(asked(host), ['DELETE /uploads/u0']);
  await host.answer('/uploads/', 204, null);
  const again = open();
  const [{ eventId, run }] = again.conversation.turns;
  equal([run.phase, run.retryable], ['unsent', true]);
  await host.answer('transcript', 200, page([]));
  again.sayAgain(eventId);
  await begin(host, 1);
  await reach(host, 10);
  equal(host.open('/events')[0].body.event_id, eventId);
}

export async function afterAReloadAPhotoThatTheHostHasNotGotIsToldOf() {
  const { host, pictureCache, chat, open, photos } = await sending([10]);
  chat.close();
  pictureCache.release(photos[0]); // As a reload does.
  const { run } = open().conversation.turns[0];
  equal([run.phase, run.retryable, run.why], ['unsent', false, '“n0.png” is not in this page any more. Send a new message, and attach it again.']);
  that(host.open('/events').length === 0);
}

export async function afterAReloadPhotosThatTheHostHasGoWithTheMessage() {
  const { host, chat, open, photos, pictureCache } = await sending([10]);
  await begin(host);
  await reach(host, 10);
  chat.close();
  pictureCache.release(photos[0]);
  const again = open();
  equal(again.conversation.turns[0].run.retryable, true);
  again.sayAgain(again.conversation.turns[0].eventId);
  await settled();
  equal(host.open('/events').map(({ body }) => body.attachments[0].artifact_id), ['a0', 'a0']);
}

export async function theTranscriptTellsOfThePhotosAndOfWhatWasMade() {
  const { host, chat } = await sending([10]);
  await begin(host);
  await reach(host, 10);
  await host.answer('/events', 202, taken);
  const made = { artifact_id: 'm', artifact_type: 'image', mime_type: 'image/png', name: 'chart.png', size_bytes: 9, sha256: 'd' };
  chat.load();
  await host.answer('transcript', 200, page([
    { ...item(1, 'user', 'e', 'look'), artifact_refs: [{ artifact_id: 'a0', mime_type: 'image/png', name: 'n0.png', size: 10 }] },
    { ...item(2, 'assistant', 'e', 'Here.'), artifact_refs: [made] },
    { ...item(3, 'assistant', 'e', null), item_type: 'artifact', artifact_refs: [{ ...made, mime_type: 'text/csv', name: 'chart.csv' }] }]));
  const [turn] = chat.conversation.turns;
  equal(turn.attached.map(({ artifactId, name }) => [artifactId, name]), [['a0', 'n0.png']]);
  equal(turn.answers.map(({ text, made: refs }) => [text, refs.map(({ name }) => name)]), [['Here.', ['chart.png']], ['', ['chart.csv']]]);
}
