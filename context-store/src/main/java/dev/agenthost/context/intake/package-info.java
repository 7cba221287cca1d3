/** Records of the topics on their way into the database. */
@NullMarked
package dev.agenthost.context.intake;

import org.jspecify.annotations.NullMarked;
