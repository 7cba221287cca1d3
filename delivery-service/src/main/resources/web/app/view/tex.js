// TeX mathematics as MathML, which browsers set by themselves: no fonts to fetch, and no styles that the page's policy forbids.

const LETTERS = Object.fromEntries(('alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν '
  + 'xi ξ pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π '
  + 'Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω infty ∞ partial ∂ nabla ∇ hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ emptyset ∅ varnothing ∅ imath ı jmath ȷ top ⊤ bot ⊥ '
  + 'ldots … cdots ⋯ vdots ⋮ ddots ⋱ dots … prime ′ degree ° angle ∠ triangle △ square □').split(' ').reduce(pairs, []));

const OPERATORS = Object.fromEntries(('times × div ÷ cdot ⋅ pm ± mp ∓ ast ∗ star ⋆ circ ∘ bullet ∙ oplus ⊕ ominus ⊖ otimes ⊗ le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ '
  + 'll ≪ gg ≫ approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ propto ∝ in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ setminus ∖ '
  + 'land ∧ wedge ∧ lor ∨ vee ∨ lnot ¬ neg ¬ forall ∀ exists ∃ to → rightarrow → leftarrow ← gets ← Rightarrow ⇒ Leftarrow ⇐ leftrightarrow ↔ '
  + 'Leftrightarrow ⇔ iff ⟺ implies ⟹ mapsto ↦ longrightarrow ⟶ uparrow ↑ downarrow ↓ mid ∣ parallel ∥ perp ⊥ colon : langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ '
  + 'lceil ⌈ rceil ⌉ lvert | rvert | lVert ‖ rVert ‖ vert | Vert ‖ | ‖ { { } } backslash ∖ models ⊨ vdash ⊢ therefore ∴ because ∵').split(' ').reduce(pairs, []));

const LARGE = Object.fromEntries('sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigotimes ⨂ bigvee ⋁ bigwedge ⋀ int ∫ iint ∬ iiint ∭ oint ∮'.split(' ').reduce(pairs, []));
const FUNCTIONS = new Set(('sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp det dim ker deg gcd hom arg lim limsup liminf max min sup inf Pr').split(' '));
const BELOW = new Set(['lim', 'limsup', 'liminf', 'max', 'min', 'sup', 'inf', 'det', 'gcd', 'Pr']);
const ACCENTS = { hat: '^', widehat: '^', bar: '¯', overline: '‾', vec: '→', dot: '˙', ddot: '¨', tilde: '~', widetilde: '~' };
const FONTS = { mathbb: 'double-struck', mathbf: 'bold', boldsymbol: 'bold', mathcal: 'script', mathscr: 'script', mathfrak: 'fraktur', mathsf: 'sans-serif', mathtt: 'monospace' };
const SPACES = { ',': 0.17, ':': 0.22, ';': 0.28, '!': -0.17, ' ': 0.25, quad: 1, qquad: 2 };
const FENCES = { matrix: ['', ''], pmatrix: ['(', ')'], bmatrix: ['[', ']'], Bmatrix: ['{', '}'], vmatrix: ['|', '|'], Vmatrix: ['‖', '‖'], cases: ['{', ''], aligned: ['', ''], align: ['', ''], 'align*': ['', ''], gathered: ['', ''], array: ['', ''], smallmatrix: ['', ''] };
const DEEPEST = 60;

function pairs(all, word, at, words) {
  return at % 2 ? [...all, [words[at - 1], word]] : all;
}

/** MathML of it, or null where it is not understood as a whole. */
export function mathml(tex, display) {
  try {
    const reader = new Reader(tex, display);
    const body = reader.row(null);
    return `<math${display ? ' display="block"' : ''}><semantics><mrow>${body}</mrow><annotation encoding="application/x-tex">${escaped(tex)}</annotation></semantics></math>`;
  } catch {
    return null;
  }
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
}

const mo = (text, more = '') => `<mo${more}>${escaped(text)}</mo>`;
const mi = (text, more = '') => `<mi${more}>${escaped(text)}</mi>`;

class Reader {
  #tokens;
  #at = 0;
  #depth = 0;
  #display;

  constructor(tex, display) {
    this.#tokens = tex.match(/\\[a-zA-Z]+\*?|\\[\s\S]|\d+(?:\.\d+)?|[^\s]|\s+/g)?.filter((token) => token.trim()) ?? [];
    this.#display = display;
  }

  #peek() {
    return this.#tokens[this.#at];
  }

  #take(wanted) {
    const token = this.#tokens[this.#at];
    if (token === undefined || (wanted && token !== wanted)) {
      throw new Error('not understood');
    }
    this.#at += 1;
    return token;
  }

  /** All that stands before one of the ends, which is left; to the end of the text where there is none. */
  row(ends) {
    if ((this.#depth += 1) > DEEPEST) {
      throw new Error('too deep');
    }
    let out = '';
    while (ends ? !ends.includes(this.#peek()) : this.#peek() !== undefined) {
      if (!ends && ['}', '\\right', '\\end', '&'].includes(this.#peek())) {
        throw new Error('not understood');
      }
      out += this.#scripted();
    }
    this.#depth -= 1;
    return out;
  }

  #group() {
    if (/^\d[\d.]/.test(this.#peek() ?? '')) { // Without braces one digit is meant.
      const [first, ...rest] = this.#take();
      this.#tokens.splice(this.#at, 0, rest.join(''));
      return `<mn>${first}</mn>`;
    }
    if (this.#peek() !== '{') {
      return `<mrow>${this.#atom().body}</mrow>`;
    }
    this.#take('{');
    const body = this.row(['}']);
    this.#take('}');
    return `<mrow>${body}</mrow>`;
  }

  /** The text of a group, as it stands. */
  #words() {
    this.#take('{');
    let text = '';
    while (this.#peek() !== '}') {
      text += (text ? ' ' : '') + this.#take();
    }
    this.#take('}');
    return text;
  }

  #scripted() {
    const { body, limits } = this.#atom();
    let sub = null;
    let sup = null;
    for (let next = this.#peek(); next === '_' || next === '^' || next === "'"; next = this.#peek()) {
      this.#take();
      if (next === "'") {
        sup = (sup ?? '') + mo('′');
      } else if (next === '_') {
        sub = this.#group();
      } else {
        sup = (sup ?? '') + this.#group();
      }
    }
    if (sub === null && sup === null) {
      return body;
    }
    const below = limits && this.#display;
    const name = sub !== null && sup !== null ? (below ? 'munderover' : 'msubsup') : sub !== null ? (below ? 'munder' : 'msub') : below ? 'mover' : 'msup';
    return `<${name}>${body}${sub ?? ''}${sup === null ? '' : `<mrow>${sup}</mrow>`}</${name}>`;
  }

  #atom() {
    const token = this.#take();
    if (token === '{') {
      this.#at -= 1;
      return { body: this.#group() };
    }
    if (/^\d/.test(token)) {
      return { body: `<mn>${token}</mn>` };
    }
    if (/^\p{L}$/u.test(token)) {
      return { body: mi(token) };
    }
    if (token.startsWith('\\') && token.length > 1) {
      return this.#command(token.slice(1));
    }
    if (token === '^' || token === '_') {
      this.#at -= 1;
      return { body: '<mrow></mrow>' };
    }
    return { body: mo(token === '-' ? '−' : token === '~' ? '\u00a0' : token, '([|'.includes(token) || ')]'.includes(token) ? ' stretchy="false"' : '') };
  }

  #command(name) {
    if (Object.hasOwn(LETTERS, name)) {
      return { body: mi(LETTERS[name]) };
    }
    if (Object.hasOwn(OPERATORS, name)) {
      return { body: mo(OPERATORS[name], ' stretchy="false"') };
    }
    if (Object.hasOwn(LARGE, name)) {
      return { body: mo(LARGE[name], ' largeop="true"'), limits: !name.endsWith('int') };
    }
    if (FUNCTIONS.has(name)) {
      return { body: mi(name, ' mathvariant="normal"'), limits: BELOW.has(name) };
    }
    if (Object.hasOwn(SPACES, name)) {
      return { body: `<mspace width="${SPACES[name]}em"></mspace>` };
    }
    if (Object.hasOwn(ACCENTS, name)) {
      return { body: `<mover accent="true">${this.#group()}${mo(ACCENTS[name])}</mover>` };
    }
    if (Object.hasOwn(FONTS, name)) {
      return { body: this.#group().replaceAll('<mi>', `<mi mathvariant="${FONTS[name]}">`).replace(/<mi mathvariant="double-struck">([A-Z])<\/mi>/g, doubleStruck) };
    }
    return { body: this.#built(name), limits: name === 'operatorname*' };
  }

  #built(name) {
    switch (name) {
      case 'frac': case 'dfrac': case 'tfrac': case 'cfrac':
        return `<mfrac>${this.#group()}${this.#group()}</mfrac>`;
      case 'binom':
        return `<mrow>${mo('(')}<mfrac linethickness="0">${this.#group()}${this.#group()}</mfrac>${mo(')')}</mrow>`;
      case 'sqrt': {
        if (this.#peek() !== '[') {
          return `<msqrt>${this.#group()}</msqrt>`;
        }
        this.#take('[');
        const index = this.row([']']);
        this.#take(']');
        return `<mroot>${this.#group()}<mrow>${index}</mrow></mroot>`;
      }
      case 'text': case 'textrm': case 'mathrm': case 'textbf': case 'textit': case 'mbox':
        return name === 'mathrm' ? mi(this.#words(), ' mathvariant="normal"') : `<mtext>${escaped(this.#words())}</mtext>`;
      case 'operatorname': case 'operatorname*':
        return mi(this.#words().replaceAll(' ', ''), ' mathvariant="normal"');
      case 'left': {
        const open = this.#fence();
        const body = this.row(['\\right']);
        this.#take('\\right');
        return `<mrow>${open}${body}${this.#fence()}</mrow>`;
      }
      case 'begin':
        return this.#table(this.#words().replaceAll(' ', ''));
      case 'underline':
        return `<munder>${this.#group()}${mo('_')}</munder>`;
      case 'underbrace': case 'overbrace':
        return name === 'underbrace' ? `<munder>${this.#group()}${mo('⏟')}</munder>` : `<mover>${this.#group()}${mo('⏞')}</mover>`;
      case 'stackrel': case 'overset': {
        const above = this.#group();
        return `<mover>${this.#group()}${above}</mover>`;
      }
      case 'underset': {
        const below = this.#group();
        return `<munder>${this.#group()}${below}</munder>`;
      }
      case 'boxed':
        return `<menclose notation="box">${this.#group()}</menclose>`;
      case 'not':
        return mo(`${this.#take().replace(/^\\/, '')}\u0338`);
      case 'displaystyle': case 'textstyle': case 'limits': case 'nolimits': case 'big': case 'Big': case 'bigl': case 'bigr': case 'Bigl': case 'Bigr': case 'middle':
        return '';
      case '%': case '$': case '#': case '&': case '_':
        return mo(name);
      case '\\':
        return '<mspace linebreak="newline"></mspace>';
      default:
        throw new Error('not understood');
    }
  }

  #fence() {
    const token = this.#take();
    const sign = token.startsWith('\\') ? OPERATORS[token.slice(1)] : token;
    if (sign === undefined) {
      throw new Error('not understood');
    }
    return sign === '.' ? '' : mo(sign, ' fence="true" stretchy="true"');
  }

  #table(kind) {
    if (!Object.hasOwn(FENCES, kind)) {
      throw new Error('not understood');
    }
    if (kind === 'array' && this.#peek() === '{') {
      this.#words();
    }
    const rows = [[]];
    for (;;) {
      rows.at(-1).push(this.row(['&', '\\\\', '\\end']));
      const end = this.#take();
      if (end === '\\end') {
        break;
      }
      if (end === '\\\\') {
        rows.push([]);
      }
    }
    if (this.#words().replaceAll(' ', '') !== kind) {
      throw new Error('not understood');
    }
    const body = rows.filter((row) => row.length > 1 || row[0]).map((row) => `<mtr>${row.map((cell) => `<mtd>${cell}</mtd>`).join('')}</mtr>`).join('');
    const [open, close] = FENCES[kind].map((sign) => (sign ? mo(sign, ' fence="true" stretchy="true"') : ''));
    const align = kind === 'cases' ? ' columnalign="left"' : '';
    return `<mrow>${open}<mtable${align}>${body}</mtable>${close}</mrow>`;
  }
}

const DOUBLE_STRUCK = { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' };

/** Browsers know the variant of a letter by its own character only. */
function doubleStruck(whole, letter) {
  return `<mi>${DOUBLE_STRUCK[letter] ?? String.fromCodePoint(0x1d538 + letter.charCodeAt(0) - 65)}</mi>`;
}
