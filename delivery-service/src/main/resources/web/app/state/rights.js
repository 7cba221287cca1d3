// Rights of a key. The host decides; the page hides what the host would refuse.

/** @param me {role}, as the host names it */
export function mayWrite(me) {
  return me?.role !== 'viewer';
}
