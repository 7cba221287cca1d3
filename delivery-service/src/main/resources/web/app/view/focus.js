// Moves the focus to the message field, except on a phone, where the keyboard would open.
export function focusComposer() {
  if (matchMedia('(pointer: fine)').matches) {
    document.getElementById('composer')?.focus();
  }
}
