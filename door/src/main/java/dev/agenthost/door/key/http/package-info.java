/** Keys at the HTTP entrance: the filter, the caller, and what needs no key. */
@NullMarked
package dev.agenthost.door.key.http;

import org.jspecify.annotations.NullMarked;
