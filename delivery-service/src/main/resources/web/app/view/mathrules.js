// Where mathematics stands in Markdown: $…$ and \(…\) in a line, $$…$$ and \[…\] on lines of their own.

const MARKS = [['$$', '$$', true], ['\\[', '\\]', true], ['\\(', '\\)', false], ['$', '$', false]];

export function mathRules(md) {
  md.inline.ruler.before('escape', 'math', inline);
  md.block.ruler.before('fence', 'math', block, { alt: ['paragraph', 'blockquote', 'list'] });
}

function inline(state, silent) {
  const { src, pos } = state;
  const mark = MARKS.find(([open]) => src.startsWith(open, pos));
  if (!mark) {
    return false;
  }
  const [open, close, display] = mark;
  const end = src.indexOf(close, pos + open.length);
  const tex = end < 0 ? '' : src.slice(pos + open.length, end);
  if (!tex.trim() || (open === '$' && isMoney(tex, src[end + 1]))) {
    return false;
  }
  if (!silent) {
    push(state, tex, display);
  }
  state.pos = end + close.length;
  return true;
}

/** `$5 and $10` are two prices. */
function isMoney(tex, next) {
  return /^\s|\s$/.test(tex) || /\d/.test(next ?? '') || tex.includes('\n\n');
}

function block(state, startLine, endLine, silent) {
  const start = state.bMarks[startLine] + state.tShift[startLine];
  const mark = MARKS.find(([open, , display]) => display && state.src.startsWith(open, start));
  if (!mark || state.sCount[startLine] - state.blkIndent >= 4) {
    return false;
  }
  const [open, close] = mark;
  const end = state.src.indexOf(close, start + open.length);
  if (end < 0 || end > state.eMarks[endLine - 1]) {
    return false;
  }
  let line = startLine;
  while (state.eMarks[line] < end) {
    line += 1;
  }
  const tex = state.src.slice(start + open.length, end);
  if (!tex.trim() || state.src.slice(end + close.length, state.eMarks[line]).trim()) {
    return false;
  }
  if (!silent) {
    push(state, tex, true);
    state.line = line + 1;
  }
  return true;
}

function push(state, tex, display) {
  const token = state.push('math', 'math', 0);
  token.content = tex.trim();
  token.meta = { display };
}
