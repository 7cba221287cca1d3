/** Settings of files, and what stands behind their ports. */
@NullMarked
package dev.agenthost.context.file.cdi;

import org.jspecify.annotations.NullMarked;
