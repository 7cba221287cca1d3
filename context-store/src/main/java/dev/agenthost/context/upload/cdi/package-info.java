/** Settings of uploads, and what stands behind their ports. */
@NullMarked
package dev.agenthost.context.upload.cdi;

import org.jspecify.annotations.NullMarked;
