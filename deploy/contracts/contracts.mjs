import {Parser} from '@asyncapi/parser';
import {createConfig, lintFromString} from '@redocly/openapi-core';

/** The errors of an AsyncAPI document, each with its place; warnings are left out. */
export async function asyncapi(text) {
  const {diagnostics} = await new Parser().parse(text);
  return diagnostics
    .filter(({severity}) => severity === 0)
    .map(({path, range, message}) => `line ${range.start.line + 1}, ${path.join('.')}: ${message}`);
}

/** The breaches of the OpenAPI specification in a document, each with its place. */
export async function openapi(text) {
  const config = await createConfig({extends: ['spec']});
  const problems = await lintFromString({source: text, absoluteRef: 'openapi.yaml', config});
  return problems
    .filter(({severity}) => severity === 'error')
    .map(({location, message}) => `${location[0]?.pointer ?? ''}: ${message}`);
}
