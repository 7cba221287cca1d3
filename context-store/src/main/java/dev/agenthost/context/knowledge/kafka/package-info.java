/** Changes of knowledge, for the audit. */
@NullMarked
package dev.agenthost.context.knowledge.kafka;

import org.jspecify.annotations.NullMarked;
