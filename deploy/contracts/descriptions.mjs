/**
 * Finds elements without a description in a parsed OpenAPI or AsyncAPI document: parameters, and properties of what a caller
 * sends. A property whose referenced schema has a description needs none of its own.
 */
export function undescribed(document) {
  const found = new Set();
  const visited = new Set();

  const target = reference =>
    reference.slice(2).split('/').reduce((node, key) => node[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  const resolve = node => (node?.$ref ? resolve(target(node.$ref)) : node);
  const isDescribed = node => Boolean(node.description || resolve(node).description);

  const schema = (node, place) => {
    const resolved = resolve(node);
    if (!resolved || typeof resolved !== 'object' || visited.has(resolved)) return;
    visited.add(resolved);
    const where = node.$ref?.startsWith('#/components/schemas/') ? node.$ref.split('/')[3] : place;
    if (resolved.schemaFormat) return schema(resolved.schema, where);
    for (const [name, property] of Object.entries(resolved.properties ?? {})) {
      if (property === true || property === false) continue;
      if (!isDescribed(property)) found.add(`property ${where}.${name}`);
      schema(property, `${where}.${name}`);
    }
    for (const key of ['items', 'additionalProperties']) {
      if (resolved[key]) schema(resolved[key], `${where}[]`);
    }
    for (const key of ['allOf', 'oneOf', 'anyOf']) (resolved[key] ?? []).forEach(part => schema(part, where));
  };

  const parameters = (list, place) =>
    list.map(resolve).filter(parameter => !parameter.description)
      .forEach(({name, in: kind}) => found.add(`parameter ${place} ${kind} ${name}`));

  for (const [path, item] of Object.entries(document.paths ?? {})) {
    parameters(item.parameters ?? [], path);
    for (const [method, operation] of Object.entries(item)) {
      if (method === 'parameters' || typeof operation !== 'object') continue;
      parameters(operation.parameters ?? [], `${method} ${path}`);
      const content = resolve(operation.requestBody ?? {}).content ?? {};
      Object.values(content).forEach(({schema: body}) => schema(body ?? {}, `${method} ${path}`));
    }
  }

  for (const [name, channel] of Object.entries(document.channels ?? {})) {
    if (!channel.description) found.add(`channel ${name}`);
    Object.entries(channel.parameters ?? {}).filter(([, parameter]) => !resolve(parameter).description)
      .forEach(([parameter]) => found.add(`parameter ${name} ${parameter}`));
  }
  for (const {action, channel} of Object.values(document.operations ?? {})) {
    if (action !== 'receive') continue;
    for (const [name, message] of Object.entries(resolve(channel).messages ?? {})) {
      const {headers, payload} = resolve(message);
      [headers, payload].filter(Boolean).forEach(part => schema(part, name));
    }
  }
  for (const [name, message] of Object.entries(document.components?.messages ?? {})) {
    if (!message.summary && !message.description) found.add(`message ${name}`);
  }
  return [...found];
}
