/** What kind of content bytes are. */
@NullMarked
package dev.agenthost.context.artifact.tika;

import org.jspecify.annotations.NullMarked;
