/** What was decided and asked for, to be read again. */
@NullMarked
package dev.agenthost.context.audit;

import org.jspecify.annotations.NullMarked;
