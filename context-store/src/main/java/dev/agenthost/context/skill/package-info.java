/** Skills of a workspace: what may be one, and who may change it. */
@NullMarked
package dev.agenthost.context.skill;

import org.jspecify.annotations.NullMarked;
