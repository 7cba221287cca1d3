/** Skills in PostgreSQL. */
@NullMarked
package dev.agenthost.context.skill.postgres;

import org.jspecify.annotations.NullMarked;
