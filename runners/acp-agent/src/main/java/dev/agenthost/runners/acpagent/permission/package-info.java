/** What an agent may do without asking a person. */
@NullMarked
package dev.agenthost.runners.acpagent.permission;

import org.jspecify.annotations.NullMarked;
