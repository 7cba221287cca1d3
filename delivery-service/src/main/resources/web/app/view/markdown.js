// Markdown of whomever as HTML that does nothing: no HTML of its own passes, links leave only to the web, images are not fetched.
import MarkdownIt from 'markdown-it';

const md = new MarkdownIt({ html: false, linkify: true, breaks: true });

/** Only whole addresses: one without a scheme would lead into this page. */
md.validateLink = (address) => /^(https?:|mailto:)/i.test(address.trim());

md.renderer.rules.link_open = (tokens, at, options, env, self) => {
  tokens[at].attrSet('target', '_blank');
  tokens[at].attrSet('rel', 'noopener noreferrer');
  return self.renderToken(tokens, at, options);
};

/** An image is fetched from elsewhere, and tells there that it was looked at: it is shown as a link. */
md.renderer.rules.image = (tokens, at) => {
  const address = md.utils.escapeHtml(tokens[at].attrGet('src') ?? '');
  const name = md.utils.escapeHtml(tokens[at].content || 'image');
  return `<a href="${address}" target="_blank" rel="noopener noreferrer">Image: ${name}</a>`;
};

const code = (tokens, at) => {
  const language = md.utils.escapeHtml(tokens[at].info.trim().split(/\s+/)[0] ?? '');
  return `<figure class="code"><figcaption><span>${language}</span><button type="button" data-copy>Copy</button></figcaption>`
    + `<pre tabindex="0"><code>${md.utils.escapeHtml(tokens[at].content)}</code></pre></figure>`;
};
md.renderer.rules.fence = code;
md.renderer.rules.code_block = code;

md.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>';
md.renderer.rules.table_close = () => '</table></div>';

/** A growing text is rendered once for each of its states. */
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
