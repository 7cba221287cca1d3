// Back to where the person writes; on a phone that would bring up the keyboard unasked.
export function focusComposer() {
  if (matchMedia('(pointer: fine)').matches) {
    document.getElementById('composer')?.focus();
  }
}
