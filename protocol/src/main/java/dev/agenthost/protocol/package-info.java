/** What crosses a process boundary: records, sealed payloads, their codec, topics and identifiers. */
@NullMarked
package dev.agenthost.protocol;

import org.jspecify.annotations.NullMarked;
