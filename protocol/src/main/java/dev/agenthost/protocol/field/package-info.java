/** What records check about their own fields. */
@NullMarked
package dev.agenthost.protocol.field;

import org.jspecify.annotations.NullMarked;
