/** One large artifact, in and out. */
@NullMarked
package dev.agenthost.bench.artifact;

import org.jspecify.annotations.NullMarked;
