/** Exports as lines of JSON. */
@NullMarked
package dev.agenthost.context.export.http;

import org.jspecify.annotations.NullMarked;
