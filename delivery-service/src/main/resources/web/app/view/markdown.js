// Untrusted Markdown as safe HTML: HTML in it is escaped, links lead to the web only, images are not loaded.
import MarkdownIt from 'markdown-it';
import { t } from '../state/language.js';
import { mathRules } from './mathrules.js';

const md = new MarkdownIt({ html: false, linkify: true, breaks: true });

/** Accepts absolute addresses only: one without a scheme would lead into this page. */
md.validateLink = (address) => /^(https?:|mailto:)/i.test(address.trim());

md.renderer.rules.link_open = (tokens, at, options, env, self) => {
  tokens[at].attrSet('target', '_blank');
  tokens[at].attrSet('rel', 'noopener noreferrer');
  return self.renderToken(tokens, at, options);
};

/** Shows an image as a link, because loading it would reveal the reader. */
md.renderer.rules.image = (tokens, at) => {
  const address = md.utils.escapeHtml(tokens[at].attrGet('src') ?? '');
  const name = md.utils.escapeHtml(tokens[at].content || 'image');
  return `<a href="${address}" target="_blank" rel="noopener noreferrer">Image: ${name}</a>`;
};

/** Modules that are loaded when the first answer needs them; then the page is drawn again. */
const extras = { highlighting: null, tex: null };
const loads = { highlighting: () => import('./highlighting.js'), tex: () => import('./tex.js') };
const asked = new Set();
let arrived = () => {};

/** @param redraw called when a module was loaded */
export function whenMoreArrives(redraw) {
  arrived = redraw;
}

function extra(name) {
  if (!extras[name] && !asked.has(name)) {
    asked.add(name);
    loads[name]().then((module) => {
      extras[name] = module;
      last.clear();
      arrived();
    }).catch(() => asked.delete(name)); // The next answer asks again.
  }
  return extras[name];
}

const code = (tokens, at) => {
  const language = tokens[at].info.trim().split(/\s+/)[0] ?? '';
  const { content } = tokens[at];
  const coloured = language ? extra('highlighting')?.highlighted(content, language.toLowerCase()) : null;
  return `<figure class="code"><figcaption><span>${md.utils.escapeHtml(language)}</span><button type="button" data-copy>${t('Copy')}</button></figcaption>`
    + `<pre tabindex="0"><code>${coloured ?? md.utils.escapeHtml(content)}</code></pre></figure>`;
};

mathRules(md);
md.renderer.rules.math = (tokens, at) => {
  const { content, meta: { display } } = tokens[at];
  const set = extra('tex')?.mathml(content, display);
  const shown = set ?? `<code>${md.utils.escapeHtml(content)}</code>`;
  return display ? `<span class="formula" tabindex="0">${shown}</span>` : shown;
};

md.renderer.rules.fence = code;
md.renderer.rules.code_block = code;

md.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>';
md.renderer.rules.table_close = () => '</table></div>';

/** Rendered texts, so that each text is rendered once. */
const last = new Map();
const REMEMBERED = 200;

export function rendered(text) {
  const known = last.get(text);
  if (known !== undefined) {
    return known;
  }
  const html = md.render(text);
  last.set(text, html);
  if (last.size > REMEMBERED) {
    last.delete(last.keys().next().value);
  }
  return html;
}
