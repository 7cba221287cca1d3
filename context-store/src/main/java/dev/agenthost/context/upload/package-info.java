/** Artifacts whose bytes come in parts, and may be gone on with after a cut. */
@NullMarked
package dev.agenthost.context.upload;

import org.jspecify.annotations.NullMarked;
