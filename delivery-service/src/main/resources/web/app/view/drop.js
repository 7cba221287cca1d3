// Files that are dropped on the page, or pasted into the message.

/** What a drop would be of: text and links are the browser's business. */
function hasFiles({ dataTransfer }) {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** The page takes files anywhere; a browser would open them in its place. */
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

/** Offices put a picture of what was copied beside its text: then the text is meant. */
export function pasted(event, handlers) {
  const { files, types } = event.clipboardData;
  if (files.length && !types.includes('text/plain')) {
    event.preventDefault();
    handlers.attach([...files]);
  }
}
