/** Knowledge by REST. */
@NullMarked
package dev.agenthost.context.knowledge.http;

import org.jspecify.annotations.NullMarked;
