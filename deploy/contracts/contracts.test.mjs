import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import test from 'node:test';
import {asyncapi, openapi} from './contracts.mjs';

const docs = new URL('../../docs/', import.meta.url);
const read = name => readFileSync(new URL(name, docs), 'utf8');

test('the AsyncAPI parser takes docs/asyncapi.yaml', async () => {
  assert.deepEqual(await asyncapi(read('asyncapi.yaml')), []);
});

for (const name of readdirSync(new URL('openapi/', docs)).filter(file => file.endsWith('.yaml'))) {
  test(`the OpenAPI linter takes docs/openapi/${name}`, async () => {
    assert.deepEqual(await openapi(read(`openapi/${name}`)), []);
  });
}

test('a description that YAML reads as a member is found', async () => {
  const broken = read('asyncapi.yaml')
    .replace(/  parameters:\n    adapter:\n.*\n/, "  parameters:\n    adapter: {description: The name, as `a` has it.}\n");
  assert.notEqual(broken, read('asyncapi.yaml'));
  assert.match((await asyncapi(broken)).join('\n'), /not expected to be here/);
});

test('a parameter that stands twice is found', async () => {
  const shared = '- $ref: "#/components/parameters/status"\n';
  const broken = read('openapi/run-orchestrator.yaml').replace(
    new RegExp(`( *)${shared.replaceAll('$', '\\$')}`),
    `$&$1- name: status\n$1  in: query\n$1  schema:\n$1    type: string\n`);
  assert.notEqual(broken, read('openapi/run-orchestrator.yaml'));
  assert.match((await openapi(broken)).join('\n'), /unique `name` \+ `in`/);
});
