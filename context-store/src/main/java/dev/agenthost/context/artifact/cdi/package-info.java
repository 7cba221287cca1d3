/** Settings of artifacts, what stands behind their ports, and what moves their bytes. */
@NullMarked
package dev.agenthost.context.artifact.cdi;

import org.jspecify.annotations.NullMarked;
