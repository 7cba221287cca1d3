/** The audit over HTTP. */
@NullMarked
package dev.agenthost.context.audit.http;

import org.jspecify.annotations.NullMarked;
