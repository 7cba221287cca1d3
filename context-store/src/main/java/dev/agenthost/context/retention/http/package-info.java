/** The retention of a workspace, for administrators. */
@NullMarked
package dev.agenthost.context.retention.http;

import org.jspecify.annotations.NullMarked;
