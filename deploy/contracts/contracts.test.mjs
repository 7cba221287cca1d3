import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import test from 'node:test';
import {parseYaml} from '@redocly/openapi-core';
import {asyncapi, openapi} from './contracts.mjs';
import {undescribed} from './descriptions.mjs';

const docs = new URL('../../docs/', import.meta.url);
const read = name => readFileSync(new URL(name, docs), 'utf8');

test('the AsyncAPI parser takes docs/asyncapi.yaml', async () => {
  assert.deepEqual(await asyncapi(read('asyncapi.yaml')), []);
});

for (const name of readdirSync(new URL('openapi/', docs)).filter(file => file.endsWith('.yaml'))) {
  test(`the OpenAPI linter takes docs/openapi/${name}`, async () => {
    assert.deepEqual(await openapi(read(`openapi/${name}`)), []);
  });

  test(`each parameter and each property of a request of docs/openapi/${name} is described`, () => {
    assert.deepEqual(undescribed(parseYaml(read(`openapi/${name}`))), []);
  });
}

test('each parameter and each property of an inbound record of docs/asyncapi.yaml is described', () => {
  assert.deepEqual(undescribed(parseYaml(read('asyncapi.yaml'))), []);
});

test('a parameter and a property without a description are found', () => {
  const document = parseYaml(read('openapi/run-orchestrator.yaml'));
  delete document.components.parameters.limit.description;
  delete document.components.schemas.NewModel.properties.kind.description;
  assert.deepEqual(undescribed(document), [
    'parameter get /api/v1/mcp-servers query limit',
    'parameter get /api/v1/models query limit',
    'property NewModel.kind',
  ]);
});

test('a property of an inbound record without a description is found', () => {
  const document = parseYaml(read('asyncapi.yaml'));
  delete document.components.schemas.InboundReceipt.schema.properties.status.description;
  assert.deepEqual(undescribed(document), ['property InboundReceipt.status']);
});

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
