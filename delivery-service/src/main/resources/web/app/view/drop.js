// Files that are dropped on the page, or pasted into the message.

/** Returns true if files are dragged; text and links are left to the browser. */
function hasFiles({ dataTransfer }) {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** Accepts files anywhere on the page; a browser would open them otherwise. */
export function listenForDrops(handlers) {
  let inside = 0; // Each element that is entered is entered before the last one is left.
  const mark = () => document.documentElement.toggleAttribute('data-dropping', inside > 0);
  const heard = (type, step) => addEventListener(type, (event) => {
    if (hasFiles(event)) {
      event.preventDefault();
      step(event);
      mark();
    }
  });
  heard('dragenter', () => { inside += 1; });
  heard('dragover', () => {});
  heard('dragleave', () => { inside = Math.max(0, inside - 1); });
  heard('drop', ({ dataTransfer }) => {
    inside = 0;
    handlers.attach([...dataTransfer.files]);
  });
}

/** Office programs add a picture to copied text; then the text is pasted. */
export function pasted(event, handlers) {
  const { files, types } = event.clipboardData;
  if (files.length && !types.includes('text/plain')) {
    event.preventDefault();
    handlers.attach([...files]);
  }
}
