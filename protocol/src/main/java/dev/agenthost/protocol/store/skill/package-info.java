/** Skills of a workspace, as runs ask for them. */
@NullMarked
package dev.agenthost.protocol.store.skill;

import org.jspecify.annotations.NullMarked;
