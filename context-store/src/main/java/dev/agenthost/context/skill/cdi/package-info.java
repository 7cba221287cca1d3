/** Settings of skills, and what stands behind their port. */
@NullMarked
package dev.agenthost.context.skill.cdi;

import org.jspecify.annotations.NullMarked;
