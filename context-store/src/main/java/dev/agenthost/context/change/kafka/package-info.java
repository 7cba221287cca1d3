/** Changes to the topic of the audit. */
@NullMarked
package dev.agenthost.context.change.kafka;

import org.jspecify.annotations.NullMarked;
