/** Artifacts over HTTP: for runners, and to download. */
@NullMarked
package dev.agenthost.context.artifact.http;

import org.jspecify.annotations.NullMarked;
