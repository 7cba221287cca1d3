// What the page offers to whom. The host decides; this keeps out of a person's way what it would refuse.

/** @param me {role}, as the host names it */
export function mayWrite(me) {
  return me?.role !== 'viewer';
}
